package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * AND of many planes into one.
 *
 * <p><b>Functionality.</b> From replicated planes, the lane-wise AND of all of them.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it.
 *
 * <p><b>How.</b> The planes are folded in halves; an odd one waits for the next level.
 *
 * <p><b>Rounds.</b> ceil(log2 p) for p planes. <b>Cost.</b> p - 1 gates per lane, 3 bits each.
 *
 * <p><b>Source.</b> Folklore; the last steps of Equal in IJIS 2012 fold likewise.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
final class Conjunction {
  static final Protocol PROTOCOL =
      new Protocol(
          "conjunction",
          "n replicated bits per lane to the AND of all",
          Protocol.ONE_SEMI_HONEST,
          "folklore; Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(ring.bits(), BitPlanes.words(lanes)));

  private Conjunction() {}

  /** The AND of all planes. The arrays of {@code planes} are used up. */
  static ReplicatedPlanes of(Context context, ReplicatedPlanes planes) {
    int width = planes.width();
    long[] own = planes.own();
    long[] next = planes.next();
    int count = planes.count();
    for (int level = 0; count > 1; level++) {
      int half = count / 2 * width;
      long[] z = new long[half];
      And.products(z, 0, planes, 0, planes, half, half);
      long[] received = And.exchange(context.narrow("fold" + level), z);
      System.arraycopy(z, 0, own, 0, half);
      System.arraycopy(received, 0, next, 0, half);
      if (count % 2 == 1) {
        System.arraycopy(own, (count - 1) * width, own, half, width);
        System.arraycopy(next, (count - 1) * width, next, half, width);
      }
      count -= count / 2;
    }
    return new ReplicatedPlanes(width, Arrays.copyOf(own, width), Arrays.copyOf(next, width));
  }

  /** What the AND of so many planes costs. */
  static Cost cost(int planes, int width) {
    Cost cost = Cost.NONE;
    for (int count = planes; count > 1; count -= count / 2) {
      cost = cost.then(And.cost((long) (count / 2) * width));
    }
    return cost;
  }
}

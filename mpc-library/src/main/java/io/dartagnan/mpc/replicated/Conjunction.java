package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.bits.BitPlanes;
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
public final class Conjunction implements AndRounds.Circuit {
  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "conjunction",
          "n replicated bits per lane to the AND of all",
          Protocol.ONE_SEMI_HONEST,
          "folklore; Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(ring.bits(), BitPlanes.words(lanes)));

  private final ReplicatedPlanes planes;
  // Planes left before each level, and one after the last.
  private final int[] left;

  /**
   * A conjunction, not evaluated yet.
   *
   * @param planes 1 or more; their arrays are used up
   */
  public Conjunction(ReplicatedPlanes planes) {
    this.planes = planes;
    this.left = levels(planes.count());
  }

  private static int[] levels(int planes) {
    int[] levels = new int[Integer.SIZE];
    int count = 0;
    for (int left = planes; left > 1; left -= left / 2) {
      levels[count++] = left;
    }
    levels[count++] = 1;
    return Arrays.copyOf(levels, count);
  }

  @Override
  public int count() {
    return left.length - 1;
  }

  @Override
  public int words(int layer) {
    return left[layer] / 2 * planes.width();
  }

  @Override
  public void write(int layer, Gates gates) {
    int half = words(layer);
    gates.and(new Gates.Operand(planes, 0), new Gates.Operand(planes, half), half);
  }

  @Override
  public void take(int layer, ReplicatedPlanes results, int at) {
    int width = planes.width();
    int half = words(layer);
    int last = (left[layer] - 1) * width;
    System.arraycopy(results.own(), at, planes.own(), 0, half);
    System.arraycopy(results.next(), at, planes.next(), 0, half);
    if (left[layer] % 2 == 1) {
      System.arraycopy(planes.own(), last, planes.own(), half, width);
      System.arraycopy(planes.next(), last, planes.next(), half, width);
    }
  }

  /** The AND of all planes, once all layers are evaluated. */
  public ReplicatedPlanes result() {
    return planes.slice(0, 1);
  }

  /** Cost of the AND of so many planes. */
  public static Cost cost(int planes, int width) {
    Cost cost = Cost.NONE;
    for (int count = planes; count > 1; count -= count / 2) {
      cost = cost.then(And.cost((long) (count / 2) * width));
    }
    return cost;
  }
}

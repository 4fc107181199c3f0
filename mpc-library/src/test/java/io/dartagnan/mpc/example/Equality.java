package io.dartagnan.mpc.example;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Equality of xor-shared elements with zero.
 *
 * <p><b>Functionality.</b> From xor shares of d, xor shares of [d = 0], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it, under streams of
 * its own at every level.
 *
 * <p><b>How.</b> d is zero when NOT d has ones alone: the planes of NOT d are folded in halves by
 * AND. To have halves that fit, planes of ones are added up to the next power of two.
 *
 * <p><b>Rounds.</b> ceil(log2 n) for n bits. <b>Cost.</b> 2^ceil(log2 n) - 1 gates per lane.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 7 (Equal), from its second step on. <b>Deviation.</b> The
 * result stays a bit.
 *
 * <p><b>On failure.</b> As {@link And}.
 */
final class Equality {

  /** What it declares. */
  static final Protocol PROTOCOL =
      new Protocol(
          "equality of xor shares",
          "shares of [d = 0] from shares of d",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 7 (Equal)",
          "the result stays a bit",
          Equality::cost);

  private Equality() {}

  /** This party's shares of [d = 0], 64 lanes to a word; d is one element per lane. */
  static long[] withZero(Context context, Ring ring, long[] d) {
    int words = BitPlanes.words(ring.elements(d));
    long[] equal = Arrays.copyOf(BitPlanes.of(ring, d), planes(ring) * words);
    if (context.self().index() == 0) {
      BitPlanes.complement(equal);
    }
    for (int half = planes(ring) / 2; half > 0; half /= 2) {
      long[] upper = Arrays.copyOfRange(equal, 0, half * words);
      long[] lower = Arrays.copyOfRange(equal, half * words, 2 * half * words);
      equal = And.of(context.narrow("fold" + half), upper, lower);
    }
    return equal;
  }

  /** Cost of {@link #withZero}. */
  static Cost cost(Ring ring, int lanes) {
    Cost cost = Cost.NONE;
    for (int half = planes(ring) / 2; half > 0; half /= 2) {
      cost = cost.then(And.cost(half * BitPlanes.words(lanes)));
    }
    return cost;
  }

  /** The least power of two that is not less than the bits of an element. */
  static int planes(Ring ring) {
    return 2 * Integer.highestOneBit(ring.bits() - 1);
  }
}

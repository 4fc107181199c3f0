package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * AND of many bits.
 *
 * <p><b>Functionality.</b> From xor shares of n bits per lane, xor shares of their conjunction.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link XorMultiplication} shows it.
 *
 * <p><b>How.</b> The upper half of the planes AND the lower half, until one is left; an odd plane
 * waits for the next level.
 *
 * <p><b>Rounds.</b> ceil(log2 n). <b>Cost.</b> 6(n - 1) bits per lane, all parties.
 *
 * <p><b>Source.</b> IJIS 2012, the last steps of Equal. <b>Deviation.</b> That of {@link
 * XorMultiplication}.
 *
 * <p><b>On failure.</b> That of {@link XorMultiplication}.
 */
final class Conjunction {

  static final Protocol PROTOCOL =
      new Protocol(
          "conjunction",
          "xor shares of n bits per lane to xor shares of the AND of all",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, the last steps of Equal",
          "that of AND",
          (ring, lanes) -> cost(ring.bits(), BitPlanes.words(lanes)));

  private Conjunction() {}

  /**
   * This party's shares of the conjunction.
   *
   * @param planes its shares of the bits, 1 plane or more; they are overwritten
   * @param words per plane
   * @return one plane
   */
  static long[] of(Context context, long[] planes, int words) {
    long[] left = planes;
    for (int level = 0; left.length > words; level++) {
      int pairs = left.length / (2 * words);
      int paired = 2 * pairs * words;
      long[] operands = paired == left.length ? left : Arrays.copyOf(left, paired);
      long[] both = XorMultiplication.and(context.narrow("level" + level), operands);
      if (paired < left.length) {
        both = Arrays.copyOf(both, both.length + words);
        System.arraycopy(left, paired, both, both.length - words, words);
      }
      left = both;
    }
    return left;
  }

  /** Cost of {@link #of} for so many planes of so many words. */
  static Cost cost(int planes, int words) {
    Cost cost = Cost.NONE;
    for (int left = planes; left > 1; left -= left / 2) {
      cost = cost.then(XorMultiplication.cost((long) (left / 2) * words));
    }
    return cost;
  }
}

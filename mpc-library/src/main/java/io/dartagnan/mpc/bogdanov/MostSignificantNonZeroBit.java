package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Only the highest bit that is set.
 *
 * <p><b>Functionality.</b> From xor shares of the bits of a number, xor shares of its bits with all
 * but the highest one cleared; zero stays zero.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link PrefixOr} shows it.
 *
 * <p><b>How.</b> Of the prefixes p_0, p_1, ... the first that is set marks the place: s_0 = p_0,
 * s_j = p_j xor p_(j-1).
 *
 * <p><b>Rounds and cost.</b> Those of {@link PrefixOr}.
 *
 * <p><b>Source.</b> IJIS 2012, MSNZB. <b>Deviation.</b> That of {@link PrefixOr}.
 *
 * <p><b>On failure.</b> That of {@link PrefixOr}.
 */
final class MostSignificantNonZeroBit {

  static final Protocol PROTOCOL =
      new Protocol(
          "most significant non-zero bit",
          "xor shares of n bits per lane to xor shares of them with all but the highest one cleared",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, MSNZB",
          "that of prefix OR",
          (ring, lanes) -> cost(BitPlanes.words(lanes), ring.bits()));

  private MostSignificantNonZeroBit() {}

  /**
   * Replaces this party's shares of the bits by those of the highest one alone.
   *
   * @param planes its shares, column after column, each with its most significant plane first
   * @param words per plane
   * @param heights of the columns, in planes
   */
  static void apply(Context context, long[] planes, int words, int... heights) {
    PrefixOr.apply(context, planes, words, heights);
    int top = 0;
    for (int height : heights) {
      for (int i = (top + height) * words - 1; i >= (top + 1) * words; i--) {
        planes[i] ^= planes[i - words];
      }
      top += height;
    }
  }

  /**
   * The bit that is left of each column when at most one of its planes is set: their sum. Local.
   *
   * @return one plane per column
   */
  static long[] remaining(long[] planes, int words, int... heights) {
    long[] sums = new long[heights.length * words];
    int plane = 0;
    for (int column = 0; column < heights.length; column++) {
      for (int end = plane + heights[column]; plane < end; plane++) {
        for (int i = 0; i < words; i++) {
          sums[column * words + i] ^= planes[plane * words + i];
        }
      }
    }
    return sums;
  }

  /** Cost of {@link #apply} for columns of these heights. */
  static Cost cost(int words, int... heights) {
    return PrefixOr.cost(words, heights);
  }
}

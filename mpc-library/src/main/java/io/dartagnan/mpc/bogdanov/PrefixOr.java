package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * For every bit, whether it or a higher one is set.
 *
 * <p><b>Functionality.</b> From xor shares of bits v_0, v_1, ..., the most significant first, xor
 * shares of v_0 OR ... OR v_j for every j.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link XorMultiplication} shows it.
 *
 * <p><b>How.</b> Runs of 2^level planes have been done; two neighbouring ones become one when every
 * plane of the lower is ORed with the last plane of the upper, which is the OR of all of it.
 *
 * <pre>
 *   v_j = v_j OR v_c,   c = (j with its low bits cleared, from bit "level" down) + 2^level - 1,
 *                       for every j whose bit "level" is set
 * </pre>
 *
 * and x OR y = x xor y xor x y. Several columns of planes, of any heights, go through together.
 *
 * <p><b>Rounds.</b> ceil(log2 n). <b>Cost.</b> 6 bits for each of n/2 gates per round, n a power of
 * two: 3 n log2(n) bits per lane, all parties; 144 bytes for n = 64.
 *
 * <p><b>Source.</b> IJIS 2012, PrefixOR. <b>Deviation.</b> That of {@link XorMultiplication}; any
 * n.
 *
 * <p><b>On failure.</b> That of {@link XorMultiplication}.
 */
final class PrefixOr {

  static final Protocol PROTOCOL =
      new Protocol(
          "prefix OR",
          "xor shares of n bits per lane to xor shares of the OR of each with all above it",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, PrefixOR",
          "that of AND; any number of bits",
          (ring, lanes) -> cost(BitPlanes.words(lanes), ring.bits()));

  private PrefixOr() {}

  /**
   * Replaces this party's shares of the bits by those of the prefixes.
   *
   * @param planes its shares, column after column, each with its most significant plane first
   * @param words per plane
   * @param heights of the columns, in planes
   */
  static void apply(Context context, long[] planes, int words, int... heights) {
    for (int level = 0; level < levels(heights); level++) {
      int gates = gates(level, heights);
      int[] lower = new int[gates];
      int[] carrier = new int[gates];
      int gate = 0;
      int top = 0;
      for (int height : heights) {
        for (int j = 0; j < height; j++) {
          if (isLower(j, level)) {
            lower[gate] = (top + j) * words;
            carrier[gate] = (top + (j >> level << level) - 1) * words;
            gate++;
          }
        }
        top += height;
      }
      or(context.narrow("level" + level), planes, words, lower, carrier);
    }
  }

  /** Cost of {@link #apply} for columns of these heights. */
  static Cost cost(int words, int... heights) {
    Cost cost = Cost.NONE;
    for (int level = 0; level < levels(heights); level++) {
      cost = cost.then(XorMultiplication.cost((long) gates(level, heights) * words));
    }
    return cost;
  }

  private static void or(Context context, long[] planes, int words, int[] lower, int[] carrier) {
    int gates = lower.length;
    long[] operands = new long[2 * gates * words];
    for (int gate = 0; gate < gates; gate++) {
      System.arraycopy(planes, lower[gate], operands, gate * words, words);
      System.arraycopy(planes, carrier[gate], operands, (gates + gate) * words, words);
    }
    long[] both = XorMultiplication.and(context, operands);
    // The operands are reshared by now, which makes them other shares of the same bits.
    for (int gate = 0; gate < gates; gate++) {
      int x = gate * words;
      int y = (gates + gate) * words;
      int to = lower[gate];
      for (int i = 0; i < words; i++) {
        planes[to + i] = operands[x + i] ^ operands[y + i] ^ both[x + i];
      }
    }
  }

  private static int gates(int level, int... heights) {
    int gates = 0;
    for (int height : heights) {
      for (int j = 0; j < height; j++) {
        gates += isLower(j, level) ? 1 : 0;
      }
    }
    return gates;
  }

  private static boolean isLower(int plane, int level) {
    return (plane >> level & 1) == 1;
  }

  private static int levels(int... heights) {
    int highest = 1;
    for (int height : heights) {
      highest = Math.max(highest, height);
    }
    return Integer.SIZE - Integer.numberOfLeadingZeros(highest - 1);
  }
}

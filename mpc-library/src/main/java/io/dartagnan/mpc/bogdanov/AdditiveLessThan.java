package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Unsigned comparison of additively shared numbers, over the full range of the ring.
 *
 * <p><b>Functionality.</b> From additive shares, single or replicated, of a batch x and of one
 * operand k, xor shares of [x &lt; k], or of [k &lt; x], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties}, {@link ShiftRight}
 * and {@link XorMultiplication} show it, each with streams of its own.
 *
 * <p><b>How.</b> The highest bit of a number is the number shifted right by n - 1. Where x and k
 * have the same highest bit, the highest bit of x - k says which is less; where they have not, k's
 * own does:
 *
 * <pre>
 *   [x &lt; k] = md xor (mx xor mk) AND (mk xor md)      mx, mk, md the highest bits of x, k, x - k
 * </pre>
 *
 * For [k &lt; x] the two change places. x, the difference and k are shifted in one batch, k in one
 * lane. The result of a shift is 0 or 1 in additive shares, and the lowest bits of additive shares
 * of a number are xor shares of its lowest bit.
 *
 * <p><b>Rounds.</b> 4 + ceil(log2 n); one less on replicated shares. <b>Cost.</b> n + 6 bits and
 * two {@link ShiftRight} per lane, and once per batch n bits and one more of them for the operand:
 * 799.25 bytes per lane for n = 64, all parties; n bits less on replicated shares.
 *
 * <p><b>Source.</b> IJIS 2012, ShiftR and the remark that the highest bit of the difference
 * compares. <b>Deviation.</b> The paper's GreaterThanOrEqual is NOT md alone, which is wrong once x
 * - k leaves the range; mx and mk make it right on all of it, for one more shift per lane. The
 * shift is the paper's whole ShiftR, although its lowest bit, all that is used, would come cheaper.
 *
 * <p><b>On failure.</b> A party ends with an error at the exchange's deadline, with uniform words.
 */
final class AdditiveLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less than",
          "additive shares of x per lane and of one k to xor shares of [x < k]",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, by ShiftR",
          "right on the full range of the ring, which takes the highest bits of x and k as well",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private AdditiveLessThan() {}

  /**
   * This party's xor shares of [x &lt; k], or of [k &lt; x] when swapped, 64 lanes to a word.
   *
   * @param x one element per lane
   * @param k one element, shared alike
   */
  static long[] compare(Context context, Shares x, Shares k, boolean swapped) {
    Ring ring = x.ring();
    int lanes = x.lanes();
    long[] value = ToTwoParties.convert(context.narrow("values"), x);
    long[] operand = ToTwoParties.convert(context.narrow("operand"), k);
    long[] parts =
        context.self() == Party.P0 ? null : numbers(ring, value, operand, lanes, swapped);
    long[] highest =
        ShiftRight.shift(context.narrow("highest"), ring, parts, 2 * lanes + 1, ring.bits() - 1);

    long[] mx = lowestBits(ring, highest, 0, lanes);
    long[] md = lowestBits(ring, highest, lanes, lanes);
    long mk = -(highest[highest.length - 1] & 1);
    int words = mx.length;
    long[] operands = new long[2 * words];
    for (int i = 0; i < words; i++) {
      operands[i] = mx[i] ^ mk;
      operands[words + i] = (swapped ? mx[i] : mk) ^ md[i];
    }
    long[] less = XorMultiplication.and(context.narrow("choose"), operands);
    for (int i = 0; i < words; i++) {
      less[i] ^= md[i];
    }
    return less;
  }

  /** Cost of {@link #compare}. */
  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    return ToTwoParties.cost(sharing, ring, lanes)
        .beside(ToTwoParties.cost(sharing, ring, 1))
        .then(ShiftRight.cost(ring, 2 * lanes + 1, ring.bits() - 1))
        .then(XorMultiplication.cost(BitPlanes.words(lanes)));
  }

  /** x, then the difference, then k. */
  private static long[] numbers(
      Ring ring, long[] value, long[] operand, int lanes, boolean swapped) {
    long[] repeated = ring.repeat(operand, lanes);
    long[] difference = swapped ? ring.subtract(repeated, value) : ring.subtract(value, repeated);
    long[] numbers = new long[2 * value.length + operand.length];
    System.arraycopy(value, 0, numbers, 0, value.length);
    System.arraycopy(difference, 0, numbers, value.length, value.length);
    System.arraycopy(operand, 0, numbers, 2 * value.length, operand.length);
    return numbers;
  }

  /** The lowest bit of each of so many elements, 64 to a word. */
  static long[] lowestBits(Ring ring, long[] batch, int first, int lanes) {
    long[] lowest = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      lowest[lane] = batch[(first + lane + 1) * ring.limbs() - 1];
    }
    return BitPlanes.pack(lowest);
  }
}

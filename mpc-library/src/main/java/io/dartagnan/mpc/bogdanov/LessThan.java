package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Arrays;

/**
 * Unsigned comparison over the full range of the ring.
 *
 * <p><b>Functionality.</b> From additive shares of a batch x and of one operand k, xor shares of [x
 * &lt; k], or of [k &lt; x], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToTwoParties} and {@link
 * Overflow} show it.
 *
 * <p><b>How.</b> Put x = a + b and k = a' + b' with a, a' at P1 and b, b' at P2, and d = x - k = (a
 * - a') + (b - b'). Over the integers, with M the modulus,
 *
 * <pre>
 *   a + b               = x + c1 M
 *   a' + b'             = k + c2 M
 *   (a - a') + (b - b') = d + c3 M - (w1 + w2) M      w1 = [a &lt; a'], w2 = [b &lt; b']
 *   x - k               = d - [x &lt; k] M
 * </pre>
 *
 * so [x &lt; k] = c1 - c2 - c3 + w1 + w2, and being a bit it is the xor of the five. The c are
 * carries of two-party sums ({@link Overflow}), all in one batch, c2 in one lane; the w are local.
 *
 * <p><b>Rounds.</b> 2 + ceil(log2 n). <b>Cost.</b> n bits and two {@link Overflow} per lane: 189.5
 * bytes for n = 64, all parties, and once per batch the same for the operand's block of lanes.
 *
 * <p><b>Source.</b> IJIS 2012 for reshare-to-two and Overflow. <b>Deviation.</b> The paper takes
 * the highest bit of the difference (ShiftR), which is wrong once the difference wraps; counting
 * carries is right on the whole range.
 */
final class LessThan {
  private LessThan() {}

  /**
   * This party's xor share of [x &lt; k], or of [k &lt; x] when swapped, 64 lanes to a word.
   *
   * @param x one element per lane
   * @param k one element
   */
  static long[] compare(Context context, Shares values, Shares key, boolean swapped) {
    Ring ring = values.ring();
    long[] x = values.own();
    long[] k = key.own();
    int lanes = values.lanes();
    int words = BitPlanes.words(lanes);

    long[] valuesAndOperand = Arrays.copyOf(x, x.length + k.length);
    System.arraycopy(k, 0, valuesAndOperand, x.length, k.length);
    long[] parts =
        ToTwoParties.convert(
            context.narrow("to-two"),
            Shares.single(context.self(), Sharing.ADDITIVE, ring, valuesAndOperand));
    if (parts == null) {
      parts = new long[valuesAndOperand.length];
    }
    long[] value = Arrays.copyOf(parts, x.length);
    long[] operand = Arrays.copyOfRange(parts, x.length, parts.length);
    long[] operands = ring.repeat(operand, lanes);
    long[] left = swapped ? operands : value;
    long[] right = swapped ? value : operands;

    // Three blocks of lanes, each padded to whole words: x, the difference, and k alone.
    int block = words * Long.SIZE * ring.limbs();
    long[] sums = Arrays.copyOf(value, 2 * block + ring.limbs());
    long[] difference = ring.subtract(left, right);
    System.arraycopy(difference, 0, sums, block, difference.length);
    System.arraycopy(operand, 0, sums, 2 * block, operand.length);
    long[] carries = Overflow.carry(context.narrow("carries"), ring, sums);

    long operandCarry = -(carries[2 * words] & 1);
    long[] less = new long[words];
    for (int i = 0; i < words; i++) {
      less[i] = carries[i] ^ carries[words + i] ^ operandCarry;
    }
    for (int lane = 0; lane < lanes; lane++) {
      // At party 0 both sides are zero: it has no wrap of its own.
      if (wraps(left, right, lane * ring.limbs(), ring.limbs())) {
        less[lane / Long.SIZE] ^= 1L << (lane % Long.SIZE);
      }
    }
    return less;
  }

  private static boolean wraps(long[] left, long[] right, int at, int limbs) {
    return Arrays.compareUnsigned(left, at, at + limbs, right, at, at + limbs) < 0;
  }
}

package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Unsigned comparison in the ring, over its full range.
 *
 * <p><b>Functionality.</b> From additive shares of a batch x and one operand k, single or
 * replicated, replicated shares of [x &lt; k], or of [k &lt; x], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToMasked}, {@link MaskedDigits}
 * and {@link And} show it, each under streams of its own.
 *
 * <p><b>How.</b> {@link ToMasked} writes x = m - l and k = m' - l'; then d = x - k has the masked
 * value m - m' and the mask l - l'. Over the integers, with M the modulus,
 *
 * <pre>
 *   x = m - l + b1 M                        b1 = [m &lt; l]
 *   k = m' - l' + b2 M                      b2 = [m' &lt; l']
 *   d = (m - m' + w1 M) - (l - l' + w2 M) + b3 M      w1 = [m &lt; m'], w2 = [l &lt; l']
 *   x - k = d - [x &lt; k] M                  b3 = [d's masked value &lt; d's mask]
 * </pre>
 *
 * so [x &lt; k] = b3 + w1 - w2 - b1 + b2, and being a bit it is the xor of the five. The borrows b
 * come from {@link MaskedDigits} and {@link FirstDifference}, all in one batch, b2 in one lane; w1
 * is known to P1 and P2, w2 to P0, and P1 and P0 add them to the last gate's products.
 *
 * <p><b>Rounds.</b> 2 + ceil(log2 g) for g digits: the tables travel beside {@link ToMasked}.
 * <b>Cost.</b> Two borrows per lane: 86.3 bytes for n = 64; 16 more from single shares. Once per
 * batch the same for the operand's block of 64 lanes.
 *
 * <p><b>Source.</b> The borrow of a two-party difference is that of Bogdanov et al., IJIS 2012,
 * (Overflow); for the rest see {@link MaskedDigits}, {@link FirstDifference}. <b>Deviation.</b> The
 * paper takes the highest bit of the difference, which is wrong once the difference wraps.
 */
final class AdditiveLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less-than on additive shares",
          "[x < k] or [k < x], unsigned, full range, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012 (Overflow); Ishai et al., TCC 2013 (tables); Araki et al., CCS 2016 (gates)",
          "borrows of masked values in place of the difference's top bit",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private AdditiveLessThan() {}

  /**
   * This party's shares of the answer.
   *
   * @param swapped whether [k &lt; x] is asked for
   */
  static ReplicatedPlanes compare(Context context, Shares x, Shares k, boolean swapped) {
    Ring ring = x.ring();
    int lanes = x.lanes();
    int width = BitPlanes.words(lanes);
    long[] parts = ToMasked.convert(context.narrow("to-masked"), x.append(k));
    long[] values = Arrays.copyOf(parts, lanes * ring.limbs());
    long[] operand = Arrays.copyOfRange(parts, values.length, parts.length);
    long[] operands = ring.repeat(operand, lanes);
    long[] left = swapped ? operands : values;
    long[] right = swapped ? values : operands;

    // Three blocks of lanes side by side: x, the difference, and k alone.
    int blocks = 2 * width + 1;
    long[] planes = new long[ring.bits() * blocks];
    BitPlanes.write(ring, values, planes, blocks, 0);
    BitPlanes.write(ring, ring.subtract(left, right), planes, blocks, width);
    BitPlanes.write(ring, operand, planes, blocks, 2 * width);

    ReplicatedPlanes order = MaskedDigits.order(context.narrow("digits"), ring, planes, blocks);
    int digits = MaskedDigits.digits(ring);
    ReplicatedPlanes borrows =
        FirstDifference.verdict(
            context.narrow("tree"),
            order.slice(digits, 2 * digits - 1),
            order.slice(0, digits),
            // Both P1 and P2 know it; one of them adds it.
            context.self() == Party.P2 ? null : BitPlanes.pack(ring.below(left, right)));
    return new ReplicatedPlanes(width, sum(borrows.own(), width), sum(borrows.next(), width));
  }

  /** The xor of the three blocks; the operand's borrow is the same for all lanes. */
  private static long[] sum(long[] borrows, int width) {
    long[] sum = new long[width];
    long operandBorrow = -(borrows[2 * width] & 1);
    for (int i = 0; i < width; i++) {
      sum[i] = borrows[i] ^ borrows[width + i] ^ operandBorrow;
    }
    return sum;
  }

  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    int blocks = 2 * BitPlanes.words(lanes) + 1;
    return ToMasked.cost(sharing, ring, lanes + 1)
        .beside(MaskedDigits.tablesCost(ring, blocks))
        .then(MaskedDigits.orderCost(ring, blocks))
        .then(FirstDifference.cost(MaskedDigits.digits(ring), blocks));
  }
}

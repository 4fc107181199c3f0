package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Comparison in the ring, over its full range.
 *
 * <p><b>Functionality.</b> From additive shares of a batch x and of operands k, single or
 * replicated, replicated shares of [x &lt; k], or of [k &lt; x], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToMasked} and {@link
 * MaskedVerdicts} show it, each under streams of its own; where the answer is revealed, what {@link
 * Opening#ofTwo} shows.
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
 * come from {@link MaskedVerdicts}, all in one batch: b1 once for all operands, b2 in one lane for
 * each, b3 in as many as the batch has for each; w1 is known to P1 and P2, w2 to P0, and P1 and P0
 * add them to the last gate. Signed order adds half the modulus to both sides, which shifts the
 * masked values alone.
 *
 * <p><b>Rounds.</b> 2 + ceil(log3 g) for g digits: the tables travel beside {@link ToMasked}. A
 * revealed answer is opened in the place of the last. <b>Cost.</b> A borrow is 42.75 bytes for n =
 * 64; one for x and one for each operand, and 16 bytes from single shares. Once per batch the same
 * for the operands' block.
 *
 * <p><b>Source.</b> The borrow of a two-party difference is that of Bogdanov et al., IJIS 2012,
 * (Overflow); for the rest see {@link MaskedVerdicts}. <b>Deviation.</b> The paper takes the
 * highest bit of the difference, which is wrong once the difference wraps.
 */
final class AdditiveLessThan {

  static final Protocol PROTOCOL =
      new Protocol(
          "less-than on additive shares",
          "[x < k] or [k < x], full range, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012 (Overflow); Ishai et al., TCC 2013 (tables); ABY2.0, USENIX Security 2021 (gates)",
          "borrows of masked values in place of the difference's top bit",
          (ring, lanes) ->
              Comparisons.cost(
                  new Comparison(Operator.LESS, Ordering.UNSIGNED), Sharing.ADDITIVE, ring, lanes));

  private final Party self;
  private final Ring ring;
  private final long[] x;
  private final long[] operands;
  private final boolean[] swapped;
  private final int width;

  /**
   * Orders under one ordering.
   *
   * @param x this party's part of the batch, masked value or mask
   * @param operands its part of one element after another
   * @param swapped for each, whether [k &lt; x] is asked for
   */
  AdditiveLessThan(Party self, Ring ring, long[] x, long[] operands, boolean[] swapped) {
    this.self = self;
    this.ring = ring;
    this.x = x;
    this.operands = operands;
    this.swapped = swapped;
    this.width = BitPlanes.words(ring.elements(x));
  }

  /** Whether an order, or its negation, is [k &lt; x] and not [x &lt; k]. */
  static boolean isSwapped(Operator operator) {
    return operator == Operator.GREATER || operator == Operator.LESS_OR_EQUAL;
  }

  /** The digits to compare: blocks of lanes side by side for x, each difference, and all k. */
  MaskedDigits digits() {
    MaskedDigits.Size size = size(ring, swapped.length, width);
    long[] planes = new long[ring.bits() * size.width()];
    BitPlanes.write(ring, x, planes, size.width(), 0);
    for (int i = 0; i < swapped.length; i++) {
      long[] d = ring.subtract(left(i), right(i));
      BitPlanes.write(ring, d, planes, size.width(), (1 + i) * width);
    }
    BitPlanes.write(ring, operands, planes, size.width(), (1 + swapped.length) * width);
    // Both P1 and P2 know their wraps; one of them adds them.
    return new MaskedDigits(size, planes, self == Party.P2 ? null : wraps());
  }

  /** Numbers to be compared for so many operands. */
  static MaskedDigits.Size size(Ring ring, int operands, int width) {
    return new MaskedDigits.Size(ring, (1 + operands) * width + BitPlanes.words(operands), true);
  }

  private long[] left(int place) {
    return swapped[place] ? repeated(place) : x;
  }

  private long[] right(int place) {
    return swapped[place] ? x : repeated(place);
  }

  private long[] repeated(int place) {
    return ring.repeat(AdditiveEquality.element(ring, operands, place), ring.elements(x));
  }

  /** w1 or w2, in the blocks of the differences. */
  private long[] wraps() {
    long[] wraps = new long[(1 + swapped.length) * width];
    for (int i = 0; i < swapped.length; i++) {
      long[] below = BitPlanes.pack(ring.below(left(i), right(i)));
      System.arraycopy(below, 0, wraps, (1 + i) * width, width);
    }
    return wraps;
  }

  /**
   * The answers side by side.
   *
   * @param borrows {@link MaskedVerdicts} of {@link #digits}
   */
  ReplicatedPlanes answers(ReplicatedPlanes borrows) {
    return new ReplicatedPlanes(swapped.length * width, sums(borrows.own()), sums(borrows.next()));
  }

  /** The xor of three blocks for each operand, whose own borrow is the same for all lanes. */
  long[] sums(long[] planes) {
    long[] sums = new long[swapped.length * width];
    for (int place = 0; place < swapped.length; place++) {
      int at = (1 + swapped.length) * width + place / Long.SIZE;
      long ofOperand = -(planes[at] >>> place & 1);
      for (int i = 0; i < width; i++) {
        sums[place * width + i] = planes[i] ^ planes[(1 + place) * width + i] ^ ofOperand;
      }
    }
    return sums;
  }
}

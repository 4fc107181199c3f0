package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Equality in the ring, the answer shared.
 *
 * <p><b>Functionality.</b> From additive shares of a batch x and of operands k, single or
 * replicated, replicated shares of [x = k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToMasked} and {@link
 * MaskedVerdicts} show it, each under streams of its own.
 *
 * <p><b>How.</b> x - k = m - l is zero when m is l: {@link MaskedVerdicts}.
 *
 * <p><b>Rounds.</b> 2 + ceil(log3 g) for g digits: the tables travel beside {@link ToMasked}.
 * <b>Cost.</b> 31.9 bytes for n = 64; 16 more from single shares. Once per batch the operands'
 * shares.
 *
 * <p><b>Source.</b> {@link MaskedVerdicts}.
 */
final class AdditiveEquality {

  static final Protocol PROTOCOL =
      new Protocol(
          "equality of additive shares, shared",
          "[x = k], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Ishai et al., TCC 2013 (tables); ABY2.0, USENIX Security 2021 (gates)",
          "",
          (ring, lanes) ->
              Comparisons.cost(
                  new Comparison(Operator.EQUAL, Ordering.UNSIGNED),
                  Sharing.ADDITIVE,
                  ring,
                  lanes));

  private AdditiveEquality() {}

  /**
   * The digits to compare, of all operands side by side.
   *
   * @param x this party's part of the batch, masked value or mask
   * @param operands its part of one element after another
   */
  static MaskedDigits digits(Ring ring, long[] x, long[] operands) {
    int width = BitPlanes.words(ring.elements(x));
    int count = ring.elements(operands);
    long[] planes = new long[ring.bits() * count * width];
    for (int i = 0; i < count; i++) {
      long[] d = ring.subtractEach(x, element(ring, operands, i));
      BitPlanes.write(ring, d, planes, count * width, i * width);
    }
    return new MaskedDigits(size(ring, count, width), planes, null);
  }

  /** Numbers to be compared for so many operands. */
  static MaskedDigits.Size size(Ring ring, int operands, int width) {
    return new MaskedDigits.Size(ring, operands * width, false);
  }

  /** One of a batch of elements. */
  static long[] element(Ring ring, long[] elements, int place) {
    return Arrays.copyOfRange(elements, place * ring.limbs(), (place + 1) * ring.limbs());
  }
}

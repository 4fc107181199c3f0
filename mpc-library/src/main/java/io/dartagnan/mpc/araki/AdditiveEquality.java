package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Equality in the ring, the answer shared.
 *
 * <p><b>Functionality.</b> From additive shares of a batch x and one operand k, single or
 * replicated, replicated shares of [x = k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToMasked}, {@link MaskedDigits}
 * and {@link And} show it, each under streams of its own.
 *
 * <p><b>How.</b> x - k = m - l is zero when every digit of m is that of l; {@link Conjunction}
 * folds the digits' verdicts.
 *
 * <p><b>Rounds.</b> 2 + ceil(log2 g) for g digits: the tables travel beside {@link ToMasked}.
 * <b>Cost.</b> 31.9 bytes for n = 64; 16 more from single shares.
 *
 * <p><b>Source.</b> {@link MaskedDigits}.
 */
final class AdditiveEquality {

  static final Protocol PROTOCOL =
      new Protocol(
          "equality of additive shares, shared",
          "[x = k], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Ishai et al., TCC 2013 (tables); Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private AdditiveEquality() {}

  static ReplicatedPlanes compare(Context context, Shares x, Shares k) {
    Ring ring = x.ring();
    long[] part = ToMasked.convert(context.narrow("to-masked"), x.minus(k));
    ReplicatedPlanes agreement =
        MaskedDigits.agreement(
            context.narrow("digits"), ring, BitPlanes.of(ring, part), BitPlanes.words(x.lanes()));
    return Conjunction.of(context.narrow("conjunction"), agreement);
  }

  static Cost cost(Sharing sharing, Ring ring, int lanes) {
    int width = BitPlanes.words(lanes);
    return ToMasked.cost(sharing, ring, lanes)
        .beside(MaskedDigits.tablesCost(ring, width))
        .then(MaskedDigits.agreementCost(ring, width))
        .then(Conjunction.cost(MaskedDigits.digits(ring), width));
  }
}

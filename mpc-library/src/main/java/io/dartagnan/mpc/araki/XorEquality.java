package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Equality of bit strings, the answer shared.
 *
 * <p><b>Functionality.</b> From xor shares of a batch x and one operand k, single or replicated,
 * replicated shares of [x = k], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link ToReplicated} and {@link And}
 * show it, each under streams of its own.
 *
 * <p><b>How.</b> The bits of NOT (x xor k) are shared already; {@link Conjunction} folds them.
 *
 * <p><b>Rounds.</b> log2 n, one more from single shares. <b>Cost.</b> n - 1 gates per lane, 3 bits
 * each: 23.6 bytes for n = 64; 24 more from single shares.
 *
 * <p><b>Source.</b> Araki et al., CCS 2016, for the gates; the fold is folklore.
 */
final class XorEquality {

  static final Protocol PROTOCOL =
      new Protocol(
          "equality of xor shares, shared",
          "[x = k], replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(false, ring, lanes));

  private XorEquality() {}

  static ReplicatedPlanes compare(Context context, Shares x, Shares k) {
    ReplicatedPlanes agreement = agreement(context.narrow("to-replicated"), x.minus(k));
    return Conjunction.of(context.narrow("conjunction"), agreement);
  }

  /** NOT d, bit by bit. */
  private static ReplicatedPlanes agreement(Context context, Shares d) {
    long[] own = BitPlanes.of(d.ring(), d.own());
    long[] next =
        d.sharing().isReplicated()
            ? BitPlanes.of(d.ring(), d.next())
            : ToReplicated.convert(context, own)[0];
    ReplicatedPlanes planes = new ReplicatedPlanes(BitPlanes.words(d.lanes()), own, next);
    planes.flip(context.self());
    return planes;
  }

  static Cost cost(boolean replicated, Ring ring, int lanes) {
    int width = BitPlanes.words(lanes);
    Cost fold = Conjunction.cost(ring.bits(), width);
    return replicated ? fold : ToReplicated.cost((long) ring.bits() * width).then(fold);
  }
}

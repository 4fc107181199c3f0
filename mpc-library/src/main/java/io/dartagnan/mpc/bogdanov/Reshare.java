package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * New shares of the same value that say nothing of the old ones.
 *
 * <p><b>Functionality.</b> From shares of u, fresh shares of u: any two of them are uniform and
 * independent of everything before.
 *
 * <p><b>Adversary.</b> One semi-honest party. It receives nothing. Of the two masks in another
 * party's share it knows at most one; the other is a stream it does not have.
 *
 * <p><b>How.</b> u_i + PRG(K_i) - PRG(K_prev); over the three parties each stream comes and goes
 * once.
 *
 * <p><b>Rounds.</b> 0. <b>Cost.</b> 0.
 *
 * <p><b>Source.</b> IJIS 2012, Algorithm 1 (Reshare). <b>Deviation.</b> The two neighbours draw the
 * mask alike; in the paper one draws it and sends it to the other (1 round, 3n bits). Secure
 * against bounded adversaries only.
 *
 * <p><b>On failure.</b> There is nothing to wait for.
 */
final class Reshare {

  static final Protocol PROTOCOL =
      new Protocol(
          "reshare",
          "fresh shares of the same values",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, Algorithm 1 (Reshare)",
          "masks drawn from pairwise streams instead of sent",
          (ring, lanes) -> Cost.NONE);

  private Reshare() {}

  /** Reshares an additive sharing. */
  static long[] additive(Context context, Ring ring, long[] batch) {
    return context.reshareAdditive(ring, batch);
  }

  /** Reshares an xor sharing, in place. */
  static void xor(Context context, long[] words) {
    context.reshareXor(words);
  }
}

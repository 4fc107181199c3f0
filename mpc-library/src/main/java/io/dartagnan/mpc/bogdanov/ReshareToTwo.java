package io.dartagnan.mpc.bogdanov;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;

/**
 * Moves an additive sharing among three onto two parties: x = a + b, a at party 1, b at party 2.
 *
 * <p><b>Functionality.</b> P0 and P1 draw r alike; P1 keeps a = x1 + r; P0 sends x0 - r to P2,
 * which keeps b = x2 + (x0 - r).
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 and P1 receive nothing. P2 receives x0 - r, with r
 * from a stream it does not know: uniform.
 *
 * <p><b>Rounds.</b> 1, one message. <b>Cost.</b> 8 bytes per lane and limb.
 *
 * <p><b>Source.</b> IJIS 2012, the first lines of Algorithm 7 (Equal), where party 1 deals r.
 */
final class ReshareToTwo {
  private ReshareToTwo() {}

  /** This party's part of a + b: zero at party 0, a at party 1, b at party 2. */
  static long[] reshare(Context context, Ring ring, long[] x) {
    return switch (context.self()) {
      case P0 -> {
        context.send(Party.P2, ring.subtract(x, context.randomWithNext(x.length)));
        yield new long[x.length];
      }
      case P1 -> ring.add(x, context.randomWithPrev(x.length));
      case P2 -> ring.add(x, context.receive(Party.P0, x.length));
    };
  }
}

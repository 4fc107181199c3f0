package io.dartagnan.mpc.conversion;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Moves a sharing among three onto two parties: x = a + b, a at party 1, b at party 2.
 *
 * <p><b>Functionality.</b> P0 and P1 draw r alike; P1 keeps a = x1 + r; P0 sends x0 - r to P2,
 * which keeps b = x2 + (x0 - r). Of a replicated sharing P1 already has a = x1 + x2, and P2 has b =
 * x0; nothing is sent. Addition is that of the sharing's group.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 and P1 receive nothing. P2 receives x0 - r, with r
 * from a stream it does not know: uniform. a and b are fresh in the single case; in the replicated
 * case they are stored shares, so what is sent of them later is masked first.
 *
 * <p><b>Rounds.</b> 1, one message; 0 when replicated. <b>Cost.</b> 8 bytes per lane and limb; 0
 * when replicated.
 *
 * <p><b>Source.</b> IJIS 2012, the first steps of Equal, where party 1 deals r.
 *
 * <p><b>On failure.</b> P2 waits for its message until the exchange's deadline and ends with an
 * error; the others hold parts that say nothing.
 */
public final class ToTwoParties {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "reshare to two parties",
          "x0 + x1 + x2 = a + b, a at party 1, b at party 2",
          Protocol.ONE_SEMI_HONEST,
          "IJIS 2012, first steps of Equal",
          "r from a pairwise stream; nothing is sent for replicated shares",
          (ring, lanes) -> cost(Sharing.ADDITIVE, ring, lanes));

  private ToTwoParties() {}

  /** This party's part of a + b: null at party 0, a at party 1, b at party 2. */
  public static long[] convert(Context context, Shares x) {
    Sharing sharing = x.sharing();
    Ring ring = x.ring();
    long[] own = x.own();
    if (sharing.isReplicated()) {
      return switch (context.self()) {
        case P0 -> null;
        case P1 -> sharing.add(ring, own, x.next());
        case P2 -> x.next();
      };
    }
    return switch (context.self()) {
      case P0 -> {
        context.send(Party.P2, sharing.subtract(ring, own, context.randomWithNext(own.length)));
        yield null;
      }
      case P1 -> sharing.add(ring, own, context.randomWithPrev(own.length));
      case P2 -> sharing.add(ring, own, context.receive(Party.P0, own.length));
    };
  }

  /** Cost of {@link #convert}. */
  public static Cost cost(Sharing sharing, Ring ring, int lanes) {
    return sharing.isReplicated()
        ? Cost.NONE
        : new Cost(1, (long) lanes * ring.limbs() * Long.BYTES, 0, 0);
  }
}

package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.util.List;

/**
 * An exchange after an operation, in which each party tells the others that it is through. A party
 * that needs nothing more may be done before another notices that something went wrong; here it
 * learns of it.
 *
 * <p>The contract adds it. Outside of it a batch is confirmed by the agreement that the next one
 * begins with, and the last batch of a session is not: there a party may have its answer where
 * another has an error.
 */
final class Confirmation {
  private Confirmation() {}

  /** Returns once both peers are through as well. */
  static void of(Session session) {
    Context context = session.nextBatch().narrow("contract-confirm");
    Party self = context.self();
    List<Party> peers = List.of(self.next(), self.prev());
    peers.forEach(peer -> context.send(peer, new long[1]));
    peers.forEach(peer -> context.receive(peer, 1));
  }
}

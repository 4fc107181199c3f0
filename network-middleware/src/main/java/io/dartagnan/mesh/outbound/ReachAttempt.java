package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.failure.SessionFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Attempt to have a connection to a peer's server, which opens no session there. It holds the
 * connection, as a session does, until that stands or has failed.
 */
final class ReachAttempt implements OutboundConnection.AttachedSession {
  private final CompletableFuture<Integer> outcome = new CompletableFuture<>();
  // Never sent; it tells the attempt from the sessions on the connection.
  private final SessionId id =
      new SessionId(
          ThreadLocalRandom.current().nextLong(), ThreadLocalRandom.current().nextLong(), -1);
  private OutboundConnection connection;

  /**
   * Lets go of the connection as soon as it stands.
   *
   * @return its version then; failed with the reason why there is none
   */
  CompletableFuture<Integer> outcome() {
    OutboundConnection held = connection;
    held.whenReady(
        established -> {
          outcome.complete(established.version());
          held.detach(this);
        });
    return outcome;
  }

  @Override
  public SessionId session() {
    return id;
  }

  @Override
  public void join(OutboundConnection joined) {
    connection = joined;
  }

  @Override
  public void lost(SessionFailure why) {
    outcome.completeExceptionally(why.toException());
  }

  @Override
  public void credit(int stream, int bytes) {
    // It sends nothing.
  }

  @Override
  public void aborted(String reason) {
    // There is no session.
  }
}

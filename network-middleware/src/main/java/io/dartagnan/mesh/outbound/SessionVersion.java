package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.connection.SessionFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/**
 * Version of one session: the newest that all three of its servers speak.
 *
 * <p>A connection is in the newest version that both its ends speak. So the lower one of the two
 * that this server has dialled for the session is the lowest of three newest versions, and each of
 * the three finds the same without asking. That it lies below nobody's oldest follows from the
 * three connections, which stand: ranges of which each two have a version in common have one in
 * common.
 */
public final class SessionVersion {
  private final OutboundConnection toNext;
  private final OutboundConnection toPrev;
  private final CompletableFuture<Integer> known;

  private SessionVersion(OutboundConnection toNext, OutboundConnection toPrev) {
    this.toNext = toNext;
    this.toPrev = toPrev;
    this.known = toNext.version().thenCombine(toPrev.version(), Math::min);
  }

  /** The version of a session with these outboxes, which have their connections; they speak it. */
  public static SessionVersion of(PeerOutbox toNext, PeerOutbox toPrev) {
    SessionVersion version = new SessionVersion(toNext.connection(), toPrev.connection());
    toNext.speak(version);
    toPrev.speak(version);
    return version;
  }

  /** Runs this at once if it is known, as soon as it is, or never; it must not wait. */
  public void whenKnown(IntConsumer action) {
    known.thenAccept(action::accept);
  }

  /**
   * Waits until both connections stand.
   *
   * @throws SessionFailure.SessionFailedException if one will not, or not in time
   */
  public int await(long deadline, Duration timeout)
      throws InterruptedException, SessionFailure.SessionFailedException {
    return Math.min(
        toNext.awaitReady(deadline, timeout).version(),
        toPrev.awaitReady(deadline, timeout).version());
  }
}

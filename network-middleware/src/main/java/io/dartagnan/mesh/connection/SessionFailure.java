package io.dartagnan.mesh.connection;

import com.google.common.base.Throwables;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;

/**
 * Reason why a session ended without a result.
 *
 * @param culprit party that caused or reported it, or null
 * @param reason sentence for the local caller, without the culprit
 * @param told sentence for the peers; null for what a peer aborted, because it tells both itself,
 *     and an echo might arrive before its own word and blame the wrong party
 * @param cause exception beneath it, or null
 */
public record SessionFailure(Party culprit, String reason, String told, Throwable cause) {

  /** A failure that happened here or was noticed here. */
  public static SessionFailure noticed(Party culprit, String reason, Throwable cause) {
    return noticed(culprit, reason, reason, cause);
  }

  /**
   * The same, of which the peers hear less.
   *
   * @param told in the reason's place, without addresses and words of exceptions
   */
  public static SessionFailure noticed(Party culprit, String reason, String told, Throwable cause) {
    return new SessionFailure(
        culprit, reason, culprit == null ? told : culprit + ": " + told, cause);
  }

  /** A failure because this party gives up. */
  public static SessionFailure abortedHere(Party self, String reason) {
    return new SessionFailure(self, "aborted the session: " + reason, reason, null);
  }

  /** A failure because a peer gave up and said why. */
  public static SessionFailure abortedBy(Party peer, String reason) {
    return new SessionFailure(peer, "aborted the session: " + reason, null, null);
  }

  /** The innermost cause's message, or its class's name if it has none. */
  public static String messageOf(Throwable failure) {
    Throwable cause = Throwables.getRootCause(failure);
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  /** A new exception, so that it shows the stack of its receiver. */
  public ProtocolException toException() {
    return new ProtocolException(culprit, reason, cause);
  }

  /** Failure on its way to the session that it is to end. */
  public static final class SessionFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient SessionFailure failure;

    /** Carries this failure. */
    public SessionFailedException(SessionFailure failure) {
      super(failure.reason(), failure.cause());
      this.failure = failure;
    }

    /** The failure that the session is to end with. */
    public SessionFailure failure() {
      return failure;
    }
  }
}

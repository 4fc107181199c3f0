package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;

/**
 * Why a session ended without a result.
 *
 * @param culprit who caused or reported it, or null
 * @param reason what the local caller is told, without the culprit
 * @param told what the peers are told; null for what a peer aborted, because it tells both itself,
 *     and an echo might arrive before its own word and blame the wrong party
 * @param cause what is beneath it, or null
 */
record SessionFailure(Party culprit, String reason, String told, Throwable cause) {

  /** Something went wrong here or was noticed here. */
  static SessionFailure noticed(Party culprit, String reason, Throwable cause) {
    String told = culprit == null ? reason : culprit + ": " + reason;
    return new SessionFailure(culprit, reason, told, cause);
  }

  /** This party gives up. */
  static SessionFailure abortedHere(Party self, String reason) {
    return new SessionFailure(self, "aborted the session: " + reason, reason, null);
  }

  /** A peer gave up and said why. */
  static SessionFailure abortedBy(Party peer, String reason) {
    return new SessionFailure(peer, "aborted the session: " + reason, null, null);
  }

  /** A new exception, so that it shows the stack of whoever gets it. */
  ProtocolException toException() {
    return new ProtocolException(culprit, reason, cause);
  }
}

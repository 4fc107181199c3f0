package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;

/**
 * Why a session ended without a result.
 *
 * @param culprit who caused or reported it, or null
 * @param reason what the local caller is told, without the culprit
 * @param told what the peers are told
 * @param informant the peer that knows already, or null
 * @param cause what is beneath it, or null
 */
record Failure(Party culprit, String reason, String told, Party informant, Throwable cause) {

  /** Something went wrong here or was noticed here. */
  static Failure noticed(Party culprit, String reason, Throwable cause) {
    String told = culprit == null ? reason : culprit + ": " + reason;
    return new Failure(culprit, reason, told, null, cause);
  }

  /** This party gives up. */
  static Failure abortedHere(Party self, String reason) {
    return new Failure(self, "aborted the session: " + reason, reason, null, null);
  }

  /** A peer gave up and said why. */
  static Failure abortedBy(Party peer, String reason) {
    String aborted = "aborted the session: " + reason;
    return new Failure(peer, aborted, peer + ": " + aborted, peer, null);
  }

  /** A new exception, so that it shows the stack of whoever gets it. */
  ProtocolException toException() {
    return new ProtocolException(culprit, reason, cause);
  }
}

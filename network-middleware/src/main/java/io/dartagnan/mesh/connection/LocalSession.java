package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;

/**
 * This party's side of a session, as seen by what sends for it: says whether it is open, and takes
 * what ends it. Safe for use by several threads.
 */
public interface LocalSession {

  /** Id of the session. */
  SessionId id();

  /**
   * Refuses if the session has ended.
   *
   * @throws ProtocolException saying how
   */
  void checkOpen();

  /**
   * Ends the session unless it has ended.
   *
   * @return the failure that counts, which is the first
   */
  SessionFailure fail(SessionFailure why);

  /** Ends the session because a peer has aborted it; the peer may say so on several ways. */
  void aborted(Party peer, String reason);

  /** Tells a peer why the session has failed, over the connection that the peer opened it on. */
  void tell(Party peer, String reason);
}

package io.dartagnan.mesh.inbox;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.ConnectionSecret;
import io.dartagnan.mpc.Party;

/** Connection that a peer has dialled, as the inboxes see it. Safe for use by several threads. */
public interface PeerConnection {

  /** Party at the other end, by its certificate. */
  Party party();

  /** Version of the protocol that the two ends speak. */
  int version();

  /** Secret of the two ends. */
  ConnectionSecret secret();

  /** Lets the peer send so many bytes more on a stream. */
  void credit(SessionId session, int stream, int bytes);

  /** Tells the peer that there will be none of a session here. */
  void abort(SessionId session, String reason);

  /** Notes that a session depends on this connection. */
  void carries(SessionInbox session);

  /** Takes that back: the session is over. */
  void forget(SessionInbox session);
}

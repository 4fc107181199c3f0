package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;

/**
 * Counts of what a mesh has done since it started, and of what it holds now. Bytes are of payload.
 * Safe for use by several threads; numbers read one after the other may be of different moments.
 */
public interface MeshMetrics {

  /** Bytes that a peer has sent and no session has received yet, overhead of messages included. */
  long unreadBytes(Party peer);

  /** Most bytes that {@link #unreadBytes} ever was. */
  long mostUnreadBytes(Party peer);

  /** Messages handed to connections. */
  long messagesSent();

  /** Messages that arrived for a session. */
  long messagesReceived();

  /** Bytes of payload handed to connections. */
  long bytesSent();

  /** Bytes of payload that arrived for a session. */
  long bytesReceived();

  /** Sessions opened here. */
  long sessionsOpened();

  /** Sessions open here now. */
  long sessionsOpen();

  /** Sessions that ended here with an error, whoever caused it. */
  long sessionsFailed();

  /** Aborts that peers sent for sessions known here. */
  long abortsReceived();

  /** Connections that this mesh has dialled and established. */
  long connectionsDialled();

  /** Connections of peers that were established. */
  long connectionsAccepted();

  /** Established connections now, both ways. */
  long connectionsOpen();

  /** Those of {@link #connectionsOpen} that are in this version of the protocol. */
  long connectionsOpen(int version);

  /** Attempts to reach a server that did not end in a connection. */
  long dialsFailed();

  /** Established connections that ended otherwise than by being closed here. */
  long connectionsLost();

  /** Connections closed here because no session used them. */
  long connectionsIdled();

  /** Waits of senders because a stream's window was full. */
  long windowWaits();

  /** Milliseconds that senders have waited for that, all together. */
  long windowWaitMillis();
}

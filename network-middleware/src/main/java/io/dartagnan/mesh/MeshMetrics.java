package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a mesh has done since it started, and what it holds now. Counts of bytes are of payload.
 * Safe for use by several threads; numbers read one after the other may be of different moments.
 */
public final class MeshMetrics {
  private final Map<Party, ByteBudget> unread = new EnumMap<>(Party.class);
  final LongAdder messagesSent = new LongAdder();
  final LongAdder messagesReceived = new LongAdder();
  final LongAdder bytesSent = new LongAdder();
  final LongAdder bytesReceived = new LongAdder();
  final LongAdder sessionsOpened = new LongAdder();
  final LongAdder sessionsOpen = new LongAdder();
  final LongAdder sessionsFailed = new LongAdder();
  final LongAdder abortsReceived = new LongAdder();
  final LongAdder connectionsDialled = new LongAdder();
  final LongAdder connectionsAccepted = new LongAdder();
  final LongAdder connectionsOpen = new LongAdder();
  final LongAdder dialsFailed = new LongAdder();
  final LongAdder connectionsLost = new LongAdder();
  final LongAdder connectionsIdled = new LongAdder();
  final LongAdder windowWaits = new LongAdder();
  final LongAdder windowWaitNanos = new LongAdder();

  MeshMetrics(Limits limits) {
    Party.ALL.forEach(party -> unread.put(party, new ByteBudget(limits.maxPeerBytes())));
  }

  ByteBudget unreadOf(Party peer) {
    return unread.get(peer);
  }

  /** Bytes that a peer has sent and no session has received yet, overhead of messages included. */
  public long unreadBytes(Party peer) {
    return unread.get(peer).taken();
  }

  /** The most that {@link #unreadBytes} ever was. */
  public long mostUnreadBytes(Party peer) {
    return unread.get(peer).mostTaken();
  }

  /** Messages handed to connections. */
  public long messagesSent() {
    return messagesSent.sum();
  }

  /** Messages that arrived for a session. */
  public long messagesReceived() {
    return messagesReceived.sum();
  }

  /** Payload handed to connections. */
  public long bytesSent() {
    return bytesSent.sum();
  }

  /** Payload that arrived for a session. */
  public long bytesReceived() {
    return bytesReceived.sum();
  }

  /** Sessions opened here. */
  public long sessionsOpened() {
    return sessionsOpened.sum();
  }

  /** Sessions open here now. */
  public long sessionsOpen() {
    return sessionsOpen.sum();
  }

  /** Sessions that ended here with an error, whoever caused it. */
  public long sessionsFailed() {
    return sessionsFailed.sum();
  }

  /** Aborts that peers sent for sessions known here. */
  public long abortsReceived() {
    return abortsReceived.sum();
  }

  /** Connections that this mesh has dialled and established. */
  public long connectionsDialled() {
    return connectionsDialled.sum();
  }

  /** Connections of peers that were established. */
  public long connectionsAccepted() {
    return connectionsAccepted.sum();
  }

  /** Established connections now, both ways. */
  public long connectionsOpen() {
    return connectionsOpen.sum();
  }

  /** Attempts to reach a server that did not end in a connection. */
  public long dialsFailed() {
    return dialsFailed.sum();
  }

  /** Established connections that ended otherwise than by being closed here. */
  public long connectionsLost() {
    return connectionsLost.sum();
  }

  /** Connections closed here because no session used them. */
  public long connectionsIdled() {
    return connectionsIdled.sum();
  }

  /** How often a sender had to wait because a stream's window was full. */
  public long windowWaits() {
    return windowWaits.sum();
  }

  /** For how long senders have waited for that, in milliseconds. */
  public long windowWaitMillis() {
    return windowWaitNanos.sum() / 1_000_000;
  }
}

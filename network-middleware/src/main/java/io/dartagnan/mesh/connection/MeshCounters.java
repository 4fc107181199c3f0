package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.MeshMetrics;
import io.dartagnan.mpc.Party;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counters of one mesh: its rooms count here, and everybody else reads {@link MeshMetrics}. */
public final class MeshCounters implements MeshMetrics {
  private final Map<Party, ByteBudget> unread = new EnumMap<>(Party.class);
  private final LongAdder messagesSent = new LongAdder();
  private final LongAdder messagesReceived = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();
  private final LongAdder sessionsOpened = new LongAdder();
  private final LongAdder sessionsOpen = new LongAdder();
  private final LongAdder sessionsFailed = new LongAdder();
  private final LongAdder abortsReceived = new LongAdder();
  private final LongAdder connectionsDialled = new LongAdder();
  private final LongAdder connectionsAccepted = new LongAdder();
  private final Map<Integer, LongAdder> connectionsOpen = new ConcurrentHashMap<>();
  private final LongAdder dialsFailed = new LongAdder();
  private final LongAdder connectionsLost = new LongAdder();
  private final LongAdder connectionsIdled = new LongAdder();
  private final LongAdder windowWaits = new LongAdder();
  private final LongAdder windowWaitNanos = new LongAdder();

  /** Counters at zero, and a budget of unread bytes for each party. */
  public MeshCounters(Limits limits) {
    Party.ALL.forEach(party -> unread.put(party, new ByteBudget(limits.maxPeerBytes())));
  }

  /** Budget of everything that a peer has sent and no session has received yet. */
  public ByteBudget unreadOf(Party peer) {
    return unread.get(peer);
  }

  /** Of the connections in a version; there are no more versions than this release speaks. */
  private LongAdder open(int version) {
    return connectionsOpen.computeIfAbsent(version, each -> new LongAdder());
  }

  /** Counts a message that was handed to a connection. */
  public void messageSent(int bytes) {
    messagesSent.increment();
    bytesSent.add(bytes);
  }

  /** Counts a message that arrived for a session. */
  public void messageReceived(int bytes) {
    messagesReceived.increment();
    bytesReceived.add(bytes);
  }

  /** Counts a session that was opened here. */
  public void sessionOpened() {
    sessionsOpened.increment();
    sessionsOpen.increment();
  }

  /** Counts a session off that was open here. */
  public void sessionClosed() {
    sessionsOpen.decrement();
  }

  /** Counts a session that ended here with an error. */
  public void sessionFailed() {
    sessionsFailed.increment();
  }

  /** Counts a peer's abort of a session that is known here. */
  public void abortReceived() {
    abortsReceived.increment();
  }

  /** Counts a dialled connection that is established. */
  public void connectionDialled(int version) {
    connectionsDialled.increment();
    open(version).increment();
  }

  /** Takes {@link #connectionDialled} back: the connection had ended before. */
  public void connectionNotDialled(int version) {
    connectionsDialled.decrement();
    open(version).decrement();
  }

  /** Counts a peer's connection that is established. */
  public void connectionAccepted(int version) {
    connectionsAccepted.increment();
    open(version).increment();
  }

  /** Counts an established connection off, either way. */
  public void connectionEnded(int version) {
    open(version).decrement();
  }

  /** Counts an attempt to reach a server that did not end in a connection. */
  public void dialFailed() {
    dialsFailed.increment();
  }

  /** Counts an established connection that ended otherwise than by being closed here. */
  public void connectionLost() {
    connectionsLost.increment();
  }

  /** Counts a connection that is closed because no session uses it. */
  public void connectionIdled() {
    connectionsIdled.increment();
  }

  /** Counts a sender's wait for a full window. */
  public void windowWaited(long nanos) {
    windowWaits.increment();
    windowWaitNanos.add(nanos);
  }

  @Override
  public long unreadBytes(Party peer) {
    return unread.get(peer).taken();
  }

  @Override
  public long mostUnreadBytes(Party peer) {
    return unread.get(peer).mostTaken();
  }

  @Override
  public long messagesSent() {
    return messagesSent.sum();
  }

  @Override
  public long messagesReceived() {
    return messagesReceived.sum();
  }

  @Override
  public long bytesSent() {
    return bytesSent.sum();
  }

  @Override
  public long bytesReceived() {
    return bytesReceived.sum();
  }

  @Override
  public long sessionsOpened() {
    return sessionsOpened.sum();
  }

  @Override
  public long sessionsOpen() {
    return sessionsOpen.sum();
  }

  @Override
  public long sessionsFailed() {
    return sessionsFailed.sum();
  }

  @Override
  public long abortsReceived() {
    return abortsReceived.sum();
  }

  @Override
  public long connectionsDialled() {
    return connectionsDialled.sum();
  }

  @Override
  public long connectionsAccepted() {
    return connectionsAccepted.sum();
  }

  @Override
  public long connectionsOpen() {
    return connectionsOpen.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  public long connectionsOpen(int version) {
    return open(version).sum();
  }

  @Override
  public long dialsFailed() {
    return dialsFailed.sum();
  }

  @Override
  public long connectionsLost() {
    return connectionsLost.sum();
  }

  @Override
  public long connectionsIdled() {
    return connectionsIdled.sum();
  }

  @Override
  public long windowWaits() {
    return windowWaits.sum();
  }

  @Override
  public long windowWaitMillis() {
    return TimeUnit.NANOSECONDS.toMillis(windowWaitNanos.sum());
  }
}

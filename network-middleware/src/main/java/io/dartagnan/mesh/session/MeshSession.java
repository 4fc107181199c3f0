package io.dartagnan.mesh.session;

import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.inbound.SessionInbox;
import io.dartagnan.mesh.inbound.SessionInboxes;
import io.dartagnan.mesh.outbound.OutboundConnections;
import io.dartagnan.mesh.outbound.PeerOutbox;
import io.dartagnan.mesh.outbound.SessionVersion;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Party's side of one session over the mesh, and its stream 0.
 *
 * <p>Sending and receiving on a stream belong to one thread at a time; {@link #abort} and {@link
 * #close} may be called from any. Whatever ends the session before its close is told to both peers
 * at once. Who gives up for a reason of its own must say so with {@link #abort}; closing says
 * nothing, because closing is also how a session ends well.
 *
 * <p>A peer that does not receive what it is sent holds up the stream that it was sent on, once the
 * window is full, and nothing else.
 */
public final class MeshSession implements Exchange, AutoCloseable {
  private final SessionId id;
  private final Party self;
  private final Duration timeout;
  private final SessionInboxes inboxes;
  private final SessionInbox inbox;
  private final MeshCounters counters;
  private final Map<Party, PeerOutbox> outboxes = new EnumMap<>(Party.class);
  private final List<Exchange> streams = new ArrayList<>();
  private final LongAdder bytesSent = new LongAdder();
  private SessionVersion version;

  MeshSession(
      SessionId id,
      MeshSettings settings,
      SessionInboxes inboxes,
      SessionInbox inbox,
      MeshCounters counters) {
    this.id = id;
    this.self = settings.self();
    this.timeout = settings.timeout();
    this.inboxes = inboxes;
    this.inbox = inbox;
    this.counters = counters;
    streams.add(this);
    for (int index = 1; index < STREAMS; index++) {
      streams.add(new MeshStream(index));
    }
  }

  /** Puts this session on connections to its peers' servers; from here on failures are told. */
  void connect(OutboundConnections connections, Map<Party, String> servers) {
    for (Party peer : new Party[] {self.next(), self.prev()}) {
      PeerOutbox outbox = new PeerOutbox(inbox, counters);
      connections.attach(peer, servers.get(peer), outbox);
      outboxes.put(peer, outbox);
    }
    version = SessionVersion.of(outboxes.get(self.next()), outboxes.get(self.prev()));
    inbox.adopt(this::failed);
    version.whenKnown(inbox::agree);
  }

  private void failed(SessionFailure why) {
    counters.sessionFailed();
    outboxes.values().forEach(PeerOutbox::end);
    if (why.told() != null) {
      outboxes.values().forEach(outbox -> outbox.tell(why.told()));
    }
  }

  /** Id of this session. */
  public SessionId id() {
    return id;
  }

  @Override
  public Party self() {
    return self;
  }

  @Override
  public Exchange stream(int index) {
    if (index < 0 || index >= STREAMS) {
      throw new IllegalArgumentException(
          "stream " + index + " given, a session has streams 0 to " + (STREAMS - 1));
    }
    return streams.get(index);
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    send(to, 0, step, payload);
  }

  /**
   * Tells both peers that this side is open, if it was {@linkplain Mesh#prepare prepared} and they
   * have not heard of it. Does not wait.
   */
  public void announce() {
    outboxes.values().forEach(PeerOutbox::open);
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    return receive(from, 0, step);
  }

  void send(Party to, int stream, long step, ByteBuffer payload) {
    checkPeer(to);
    int bytes = payload.remaining();
    if (bytes > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "payload of " + bytes + " bytes given, at most " + MAX_PAYLOAD_BYTES + " is allowed");
    }
    inbox.checkOpen();
    try {
      outboxes.get(to).send(stream, step, payload, timeout);
    } catch (SessionFailure.SessionFailedException e) {
      throw inbox.fail(e.failure()).toException();
    } catch (InterruptedException e) {
      throw interrupted(to, e);
    }
    bytesSent.add(bytes);
  }

  ByteBuffer receive(Party from, int stream, long step) {
    checkPeer(from);
    // Who waits for a peer must not be what that waits for.
    announce();
    try {
      return inbox.take(from, stream, step, timeout);
    } catch (InterruptedException e) {
      throw interrupted(from, e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>It follows from the secret of the connection that the first of the two, in the order of the
   * ring, has dialled to the second, and from what that party drew for this session.
   */
  @Override
  public byte[] sharedKey(Party peer) {
    checkPeer(peer);
    inbox.checkOpen();
    announce();
    try {
      return peer == self.next()
          ? outboxes.get(peer).key(timeout)
          : inbox.keyWith(peer, version(), timeout);
    } catch (SessionFailure.SessionFailedException e) {
      throw inbox.fail(e.failure()).toException();
    } catch (InterruptedException e) {
      throw interrupted(peer, e);
    }
  }

  /**
   * Version of the protocol that the session is in, the same at all three parties: the newest that
   * all of them speak. Waits for the session's connections. Whatever the parties of a session do
   * otherwise in a later version, they ask this first.
   *
   * @throws ProtocolException if a connection is missing
   */
  public int version() {
    inbox.checkOpen();
    try {
      return version.await(System.nanoTime() + timeout.toNanos(), timeout);
    } catch (SessionFailure.SessionFailedException e) {
      throw inbox.fail(e.failure()).toException();
    } catch (InterruptedException e) {
      throw interrupted("its peers", e);
    }
  }

  /**
   * Runs a task once, when {@link #receive} of this peer's next message on stream 0 would not wait:
   * the message is there, or the session has failed. On this thread if that is so already;
   * otherwise on a thread of the mesh, which the task must not hold up. Never once this is closed.
   * So a party can wait without a thread, and without the deadline of {@link #receive}.
   */
  public void whenHeard(Party from, Runnable task) {
    checkPeer(from);
    inbox.whenHeard(from, task);
  }

  /**
   * Runs a task once, when both peers have opened their sides or the session has failed: on the
   * same threads as {@link #whenHeard}, and never once this is closed.
   */
  public void whenOpened(Runnable task) {
    inbox.whenOpened(outboxes.size(), task);
  }

  /**
   * Runs a task once, when the session has failed: on the same threads as {@link #whenHeard}, and
   * never once this is closed.
   */
  public void whenFailed(Runnable task) {
    inbox.whenFailed(task);
  }

  /**
   * Refuses if the session has ended.
   *
   * @throws ProtocolException saying how
   */
  public void checkOpen() {
    inbox.checkOpen();
  }

  private ProtocolException interrupted(Object awaited, InterruptedException cause) {
    Thread.currentThread().interrupt();
    String reason = "was interrupted while waiting for " + awaited;
    return inbox.fail(SessionFailure.noticed(self, reason, cause)).toException();
  }

  private void checkPeer(Party party) {
    if (party == null || party == self) {
      throw new IllegalArgumentException(
          party + " given, " + self + " exchanges with " + self.next() + " and " + self.prev());
    }
  }

  @Override
  public long bytesSent() {
    return bytesSent.sum();
  }

  /**
   * Ends the session here and tells both peers why. Does not wait; does nothing if the session has
   * ended.
   *
   * @param reason one sentence without a share, mask, key or value; cut after 300 characters
   * @throws NullPointerException if it is null: peers would not be told
   */
  public void abort(String reason) {
    Objects.requireNonNull(reason, "reason");
    inbox.fail(SessionFailure.abortedHere(self, reason));
  }

  /** Drops what was not received and retires the session's id. Closing again does nothing. */
  @Override
  public void close() {
    inbox.close();
    outboxes.values().forEach(PeerOutbox::leave);
    inboxes.retire(id, inbox.told());
  }

  /** Names the session and the party; holds nothing that was sent. */
  @Override
  public String toString() {
    return id + " of " + self;
  }

  /** Stream of a session other than stream 0, which is the session itself. */
  private final class MeshStream implements Exchange {
    private final int index;

    MeshStream(int index) {
      this.index = index;
    }

    @Override
    public Party self() {
      return self;
    }

    @Override
    public void send(Party to, long step, ByteBuffer payload) {
      MeshSession.this.send(to, index, step, payload);
    }

    @Override
    public ByteBuffer receive(Party from, long step) {
      return MeshSession.this.receive(from, index, step);
    }

    @Override
    public Exchange stream(int other) {
      return MeshSession.this.stream(other);
    }

    @Override
    public byte[] sharedKey(Party peer) {
      return MeshSession.this.sharedKey(peer);
    }

    @Override
    public long bytesSent() {
      return MeshSession.this.bytesSent();
    }

    @Override
    public String toString() {
      return "stream " + index + " of " + MeshSession.this;
    }
  }
}

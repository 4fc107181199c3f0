package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * One party's side of one session over the mesh.
 *
 * <p>Sending and receiving belong to one thread at a time; {@link #abort} and {@link #close} may be
 * called from any. Whatever ends the session before its close is told to both peers at once. Who
 * gives up for a reason of its own must say so with {@link #abort}; closing says nothing, because
 * closing is also how a session ends well.
 */
public final class MeshSession implements Exchange, AutoCloseable {
  private final SessionId id;
  private final Party self;
  private final Duration timeout;
  private final Inboxes inboxes;
  private final Inbox inbox;
  private final Map<Party, Link> links = new EnumMap<>(Party.class);
  private final int[] nextSequence = new int[Party.ALL.size()];
  private volatile long bytesSent;

  MeshSession(SessionId id, MeshSettings settings, Inboxes inboxes, Inbox inbox) {
    this.id = id;
    this.self = settings.self();
    this.timeout = settings.timeout();
    this.inboxes = inboxes;
    this.inbox = inbox;
  }

  /** Puts this session on the links to its peers' servers; from here on failures are told. */
  void connect(Links mesh, Map<Party, String> servers) {
    for (Party peer : new Party[] {self.next(), self.prev()}) {
      links.put(peer, mesh.attach(peer, servers.get(peer), inbox));
    }
    inbox.adopt(this::tellPeers);
  }

  /** Which session this is. */
  public SessionId id() {
    return id;
  }

  @Override
  public Party self() {
    return self;
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    checkPeer(to);
    int bytes = payload.remaining();
    if (bytes > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "payload of " + bytes + " bytes given, at most " + MAX_PAYLOAD_BYTES + " is allowed");
    }
    inbox.checkOpen();
    try {
      links
          .get(to)
          .send(id, step, nextSequence[to.index()]++, payload, timeout)
          .ifPresent(
              failure -> {
                throw inbox.fail(failure).toException();
              });
    } catch (InterruptedException e) {
      throw interrupted(to, e);
    }
    bytesSent += bytes;
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    checkPeer(from);
    try {
      return ByteBuffer.wrap(inbox.take(from, step, timeout));
    } catch (InterruptedException e) {
      throw interrupted(from, e);
    }
  }

  private ProtocolException interrupted(Party peer, InterruptedException cause) {
    Thread.currentThread().interrupt();
    String reason = "was interrupted while waiting for " + peer;
    return inbox.fail(Failure.noticed(self, reason, cause)).toException();
  }

  private void checkPeer(Party party) {
    if (party == null || party == self) {
      throw new IllegalArgumentException(
          party + " given, " + self + " exchanges with " + self.next() + " and " + self.prev());
    }
  }

  @Override
  public io.dartagnan.mpc.exchange.Exchange stream(int index) {
    if (index != 0) {
      throw new IllegalArgumentException("stream " + index);
    }
    return this;
  }

  @Override
  public byte[] sharedKey(Party peer) {
    if (peer == self.next()) {
      byte[] key = new byte[KEY_BYTES];
      new java.security.SecureRandom().nextBytes(key);
      send(peer, -1, ByteBuffer.wrap(key));
      return key;
    }
    return receive(peer, -1).array();
  }

  @Override
  public long bytesSent() {
    return bytesSent;
  }

  /**
   * Ends the session here and tells both peers why. Does not wait; does nothing if the session has
   * ended.
   *
   * @param reason one sentence without a share, mask, key or value; cut after 300 characters
   */
  public void abort(String reason) {
    inbox.fail(Failure.abortedHere(self, reason));
  }

  private void tellPeers(Failure why) {
    if (why.told() != null) {
      links.values().forEach(link -> link.tell(id, why.told()));
    }
  }

  /** Drops what was not received and retires the session's id. Closing again does nothing. */
  @Override
  public void close() {
    inbox.close();
    links.values().forEach(link -> link.detach(inbox));
    inboxes.retire(id);
  }

  /** Names the session and the party; holds nothing that was sent. */
  @Override
  public String toString() {
    return id + " of " + self;
  }
}

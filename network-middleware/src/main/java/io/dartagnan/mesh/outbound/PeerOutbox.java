package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.ConnectionSecret;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.LocalSession;
import io.dartagnan.mesh.connection.MeshCounters;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Outbox of one session towards one peer: sends on a connection, and counts what the peer has not
 * received yet of each stream. A stream that has filled its window waits; the session's others, and
 * other sessions, do not.
 */
public final class PeerOutbox implements OutboundConnection.AttachedSession {
  private final SessionId session;
  private final LocalSession local;
  private final MeshCounters counters;
  private final byte[] opening = ConnectionSecret.drawn();
  private final int[] nextSequence = new int[Exchange.STREAMS];
  private final long[] unreceived = new long[Exchange.STREAMS];
  private OutboundConnection connection;
  private SessionVersion version;
  // Whether OPEN goes out by itself.
  private volatile boolean askedToOpen;
  private boolean opened;
  private boolean ended;
  private boolean told;

  /** An outbox of this session; {@link OutboundConnections#attach} gives it a connection. */
  public PeerOutbox(LocalSession local, MeshCounters counters) {
    this.session = local.id();
    this.local = local;
    this.counters = counters;
  }

  @Override
  public SessionId session() {
    return session;
  }

  @Override
  public void join(OutboundConnection joined) {
    connection = joined;
  }

  /** Has the session be of this version, before anything is sent. */
  void speak(SessionVersion agreed) {
    version = agreed;
  }

  OutboundConnection connection() {
    return connection;
  }

  /**
   * Opens the session at the peer as soon as its version is known. Does nothing if this, or a
   * message, has done so.
   */
  public void open() {
    if (askedToOpen) {
      return;
    }
    askedToOpen = true;
    version.whenKnown(
        known ->
            connection.whenReady(
                established -> {
                  openOn(established, known);
                  established.flush();
                }));
  }

  /** Has OPEN go with the next frame, before any other of this session; at most once. */
  private synchronized void openOn(OutboundConnection.Established established, int known) {
    if (!opened && !ended) {
      opened = true;
      established.hold(
          Frame.open(established.alloc(), session, opening, established.version(), known));
    }
  }

  /**
   * Sends a message, first waiting for the session's connections, for the peer to receive what it
   * has been sent on this stream, and for room in the connection's buffers.
   *
   * @throws SessionFailure.SessionFailedException if it cannot be sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if the session has ended meanwhile
   */
  public void send(int stream, long step, ByteBuffer payload, Duration timeout)
      throws InterruptedException, SessionFailure.SessionFailedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    OutboundConnection.Established established = connection.awaitReady(deadline, timeout);
    askedToOpen = true;
    openOn(established, version.await(deadline, timeout));
    int bytes = payload.remaining();
    if (!takeWindow(stream, StreamWindow.cost(bytes), established.window(), deadline)) {
      throw connection.late("has not received what it was sent", timeout);
    }
    connection.awaitWritable(established, deadline, timeout);
    local.checkOpen();
    // A stream belongs to one thread, so nobody else counts its frames.
    int sequence = nextSequence[stream]++;
    established.write(Frame.data(established.alloc(), session, stream, step, sequence, payload));
    counters.messageSent(bytes);
  }

  /** Waits for room in a stream's window; false if there is none in time. */
  private synchronized boolean takeWindow(int stream, long cost, StreamWindow window, long deadline)
      throws InterruptedException {
    if (!ended && !window.admits(unreceived[stream])) {
      long began = System.nanoTime();
      try {
        do {
          long remaining = deadline - System.nanoTime();
          if (remaining <= 0) {
            return false;
          }
          TimeUnit.NANOSECONDS.timedWait(this, remaining);
        } while (!ended && !window.admits(unreceived[stream]));
      } finally {
        counters.windowWaited(System.nanoTime() - began);
      }
    }
    unreceived[stream] += cost;
    return true;
  }

  @Override
  public void credit(int stream, int bytes) {
    boolean honest;
    synchronized (this) {
      honest = bytes > 0 && bytes <= unreceived[stream];
      if (honest) {
        unreceived[stream] -= bytes;
        notifyAll();
      }
    }
    if (!honest) {
      String reason =
          "gave credit for %d bytes of stream %d, which it was not sent".formatted(bytes, stream);
      local.fail(SessionFailure.noticed(connection.peer(), reason, null));
    }
  }

  @Override
  public void aborted(String reason) {
    local.aborted(connection.peer(), reason);
  }

  /**
   * The key that the session's OPEN frame makes with the connection's secret: 32 bytes.
   *
   * @param timeout longest wait for the session's connections
   * @throws SessionFailure.SessionFailedException if one is missing
   */
  public byte[] key(Duration timeout)
      throws InterruptedException, SessionFailure.SessionFailedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    return connection
        .awaitReady(deadline, timeout)
        .secret()
        .sessionKey(session, opening, version.await(deadline, timeout));
  }

  @Override
  public void lost(SessionFailure why) {
    local.fail(why);
  }

  /** Sends nothing more: the session has failed. */
  public synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Tells the peer once why the session has failed, over both connections with it: this one may be
   * what has failed, and the one that the peer has dialled may not be there yet.
   */
  public void tell(String reason) {
    synchronized (this) {
      if (told) {
        return;
      }
      told = true;
    }
    connection.whenReady(
        established -> established.write(Frame.abort(established.alloc(), session, reason)));
    local.tell(connection.peer(), reason);
  }

  /** Leaves the connection: the session is closed. What it had to tell still goes out. */
  public void leave() {
    end();
    connection.detach(this);
  }
}

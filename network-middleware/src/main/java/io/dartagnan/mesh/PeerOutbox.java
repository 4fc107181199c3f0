package io.dartagnan.mesh;

import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What one session sends to one peer: over which link, and how much of each stream the peer has not
 * received yet. A stream that has filled its window waits; the session's others, and other
 * sessions, do not.
 */
final class PeerOutbox {
  private final SessionId session;
  private final SessionInbox inbox;
  private final MeshMetrics metrics;
  private final byte[] opening = ConnectionSecret.drawn();
  private final int[] nextSequence = new int[Exchange.STREAMS];
  private final long[] unreceived = new long[Exchange.STREAMS];
  private OutboundConnection link;
  private boolean opened;
  private boolean ended;
  private boolean told;

  /**
   * The way of the session that this inbox belongs to; {@link OutboundConnections#attach} gives it
   * a link.
   */
  PeerOutbox(SessionInbox inbox, MeshMetrics metrics) {
    this.session = inbox.id();
    this.inbox = inbox;
    this.metrics = metrics;
  }

  SessionId session() {
    return session;
  }

  /** Puts this on its link, before the link hands it anything. */
  void join(OutboundConnection joined) {
    link = joined;
  }

  /** The peer hears of the session as soon as the connection stands. */
  void openWhenReady() {
    link.whenReady(this::openOn);
  }

  /** Before any other frame of this session; at most once. */
  private synchronized void openOn(OutboundConnection.Established connection) {
    if (!opened && !ended) {
      opened = true;
      connection.write(Frame.open(connection.alloc(), session, opening));
    }
  }

  /**
   * Sends a message, first waiting for the connection, for the peer to receive what it has been
   * sent on this stream, and for room in the connection's buffers.
   *
   * @throws SessionFailedException if it cannot be sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if the session has ended meanwhile
   */
  void send(int stream, long step, ByteBuffer payload, Duration timeout)
      throws InterruptedException, SessionFailedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    OutboundConnection.Established connection = link.awaitReady(deadline, timeout);
    openOn(connection);
    int bytes = payload.remaining();
    if (!takeWindow(stream, Limits.cost(bytes), connection.window(), deadline)) {
      throw link.late("has not received what it was sent", timeout);
    }
    link.awaitWritable(connection, deadline, timeout);
    inbox.checkOpen();
    // A stream belongs to one thread, so nobody else counts its frames.
    int sequence = nextSequence[stream]++;
    connection.write(Frame.data(connection.alloc(), session, stream, step, sequence, payload));
    metrics.messagesSent.increment();
    metrics.bytesSent.add(bytes);
  }

  /** Waits for room in a stream's window; false if there is none in time. */
  private synchronized boolean takeWindow(int stream, long cost, int window, long deadline)
      throws InterruptedException {
    if (!ended && !Limits.fits(unreceived[stream], window)) {
      long began = System.nanoTime();
      try {
        do {
          long remaining = deadline - System.nanoTime();
          if (remaining <= 0) {
            return false;
          }
          TimeUnit.NANOSECONDS.timedWait(this, remaining);
        } while (!ended && !Limits.fits(unreceived[stream], window));
      } finally {
        metrics.windowWaits.increment();
        metrics.windowWaitNanos.add(System.nanoTime() - began);
      }
    }
    unreceived[stream] += cost;
    return true;
  }

  /** The peer has received so much of a stream. */
  void credit(int stream, int bytes) {
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
      inbox.fail(SessionFailure.noticed(link.peer(), reason, null));
    }
  }

  /** The peer will have none of this session. */
  void aborted(String reason) {
    inbox.aborted(link.peer(), reason);
  }

  /**
   * The key that the session's OPEN frame makes with the connection's secret.
   *
   * @param timeout how long to wait for the connection
   * @throws SessionFailedException if there is none
   */
  byte[] key(Duration timeout) throws InterruptedException, SessionFailedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    return link.awaitReady(deadline, timeout).secret().sessionKey(session, opening);
  }

  /** The link has ended, and with it the session. */
  void lost(SessionFailure why) {
    inbox.fail(why);
  }

  /** The session has failed: nothing more is to be sent. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Says once why the session has failed, over both connections with the peer: the link may be what
   * has failed, and the peer's own connection may not be there yet.
   */
  void tell(String reason) {
    synchronized (this) {
      if (told) {
        return;
      }
      told = true;
    }
    link.whenReady(
        connection -> connection.write(Frame.abort(connection.alloc(), session, reason)));
    inbox.tell(link.peer(), reason);
  }

  /** The session is closed. What it had to tell still goes out. */
  void leave() {
    end();
    link.detach(this);
  }
}

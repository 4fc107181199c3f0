package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * This mesh's own connection to one server of a peer, shared by all sessions with that server. It
 * is dialled once; when it ends, so do the sessions on it, and the next session gets a new one.
 */
final class OutboundConnection {
  private final Party peer;
  private final String server;
  private final long generation;
  private final Consumer<OutboundConnection> onEnd;
  private final CompletableFuture<Established> ready = new CompletableFuture<>();

  private final Map<SessionId, PeerOutbox> outboxes = new HashMap<>();
  private long unusedSince = System.nanoTime();
  private boolean retired;
  private Channel channel;
  private SessionFailure ended;

  /**
   * What there is once the peer has proved who it is and has greeted.
   *
   * @param channel takes frames of sessions
   * @param secret what both ends know
   * @param window how many bytes of a stream the peer holds for a session
   */
  record Established(Channel channel, ConnectionSecret secret, int window) {

    /** Hands a frame to the connection. */
    void write(ByteBuf frame) {
      channel.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    ByteBufAllocator alloc() {
      return channel.alloc();
    }
  }

  /**
   * A link to be dialled.
   *
   * @param generation of the certificates, when it was asked for
   */
  OutboundConnection(
      Party peer, String server, long generation, Consumer<OutboundConnection> onEnd) {
    this.peer = peer;
    this.server = server;
    this.generation = generation;
    this.onEnd = onEnd;
  }

  Party peer() {
    return peer;
  }

  String server() {
    return server;
  }

  /** Of the certificates it is dialled with, or of older ones. */
  long generation() {
    return generation;
  }

  /** Makes a session depend on this link; false if the link takes no more. */
  boolean attach(PeerOutbox outbox) {
    synchronized (this) {
      if (ended != null || retired) {
        return false;
      }
      outbox.join(this);
      outboxes.put(outbox.session(), outbox);
    }
    outbox.openWhenReady();
    return true;
  }

  void detach(PeerOutbox outbox) {
    boolean over;
    synchronized (this) {
      outboxes.remove(outbox.session(), outbox);
      unusedSince = System.nanoTime();
      over = retired && outboxes.isEmpty();
    }
    if (over) {
      end(SessionFailure.noticed(null, "the connection was retired", null));
    }
  }

  /** Takes no new session, and closes with the last that it has. */
  void retire() {
    boolean over;
    synchronized (this) {
      retired = true;
      over = outboxes.isEmpty();
    }
    if (over) {
      end(SessionFailure.noticed(null, "the connection was retired", null));
    }
  }

  /** Whether it takes no new session, although nothing is wrong with it. */
  synchronized boolean isRetired() {
    return retired;
  }

  /** Ends this if no session has used it for so long. */
  boolean endIfUnusedFor(Duration idle) {
    synchronized (this) {
      if (!outboxes.isEmpty() || System.nanoTime() - unusedSince < idle.toNanos()) {
        return false;
      }
      // From here on no session attaches.
      retired = true;
    }
    end(SessionFailure.noticed(null, "the connection was not used", null));
    return true;
  }

  /** Notes the channel as soon as there is one, so that ending the link closes it. */
  void dialled(Channel dialled) {
    boolean late;
    synchronized (this) {
      channel = dialled;
      late = ended != null;
    }
    if (late) {
      dialled.close();
    }
  }

  /**
   * Frames of sessions may go out; the dialling thread may not have noted the channel yet.
   *
   * @return false if the link has ended before
   */
  boolean established(Established connection) {
    return ready.complete(connection);
  }

  boolean isEstablished() {
    return ready.isDone() && !ready.isCompletedExceptionally();
  }

  /** The channel takes frames again. */
  synchronized void writable() {
    notifyAll();
  }

  /** Runs at once if the connection stands, as soon as it does, or never; must not wait. */
  void whenReady(Consumer<Established> action) {
    ready.thenAccept(action);
  }

  /**
   * Waits for the connection.
   *
   * @throws SessionFailedException if there will be none, or not in time
   */
  Established awaitReady(long deadline, Duration timeout)
      throws InterruptedException, SessionFailedException {
    try {
      return ready.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late("cannot be reached", timeout);
    } catch (ExecutionException e) {
      synchronized (this) {
        throw new SessionFailedException(ended);
      }
    }
  }

  /**
   * Waits for room in the connection's buffers.
   *
   * @throws SessionFailedException if there is none in time, or the connection ends
   */
  void awaitWritable(Established connection, long deadline, Duration timeout)
      throws InterruptedException, SessionFailedException {
    if (connection.channel().isWritable()) {
      return;
    }
    synchronized (this) {
      while (ended == null && !connection.channel().isWritable()) {
        long remaining = deadline - System.nanoTime();
        if (remaining <= 0) {
          throw late("takes nothing", timeout);
        }
        TimeUnit.NANOSECONDS.timedWait(this, remaining);
      }
      if (ended != null) {
        throw new SessionFailedException(ended);
      }
    }
  }

  /** The peer has not done something for too long. */
  SessionFailedException late(String what, Duration timeout) {
    String reason = "server %s %s for %d ms".formatted(server, what, timeout.toMillis());
    return new SessionFailedException(SessionFailure.noticed(peer, reason, null));
  }

  /** The peer has received so much of a session's stream. */
  void credit(SessionId session, int stream, int bytes) {
    PeerOutbox outbox = outbox(session);
    // One that is over is given credit for what was under way.
    if (outbox != null) {
      outbox.credit(stream, bytes);
    }
  }

  /** The peer will have none of a session. */
  void aborted(SessionId session, String reason) {
    PeerOutbox outbox = outbox(session);
    if (outbox != null) {
      outbox.aborted(reason);
    }
  }

  private synchronized PeerOutbox outbox(SessionId session) {
    return outboxes.get(session);
  }

  /**
   * Closes the connection and ends the sessions on it; only the first reason counts.
   *
   * @return whether this was the first
   */
  boolean end(SessionFailure why) {
    List<PeerOutbox> dependent;
    Channel open;
    synchronized (this) {
      if (ended != null) {
        return false;
      }
      ended = why;
      open = channel;
      dependent = List.copyOf(outboxes.values());
      outboxes.clear();
      notifyAll();
    }
    onEnd.accept(this);
    ready.completeExceptionally(why.toException());
    if (open != null) {
      open.close();
    }
    dependent.forEach(outbox -> outbox.lost(why));
    return true;
  }
}

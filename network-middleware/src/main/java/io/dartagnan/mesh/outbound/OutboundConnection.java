package io.dartagnan.mesh.outbound;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.connection.ConnectionSecret;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
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
 * Connection of this mesh to one server of a peer, shared by all sessions with that server. It is
 * dialled once; when it ends, so do the sessions on it, and the next session gets a new one.
 */
final class OutboundConnection {
  private final Party peer;
  private final String server;
  private final long generation;
  private final Consumer<OutboundConnection> onEnd;
  private final CompletableFuture<Established> ready = new CompletableFuture<>();

  private final Map<SessionId, AttachedSession> attached = new HashMap<>();
  private long unusedSince = System.nanoTime();
  private boolean retired;
  private Channel channel;
  private SessionFailure ended;

  /** Session that is attached to a connection, and hears from it. */
  interface AttachedSession {
    /** Id of the session. */
    SessionId session();

    /** Takes the connection; nothing is heard from it before. */
    void join(OutboundConnection connection);

    /** Takes the peer's credit for so many bytes of a stream. */
    void credit(int stream, int bytes);

    /** Takes the peer's abort. */
    void aborted(String reason);

    /** Takes the end of the connection. */
    void lost(SessionFailure why);
  }

  /**
   * State of a connection once the peer has proved who it is and has greeted.
   *
   * @param channel takes frames of sessions
   * @param version the newest of the protocol that both ends speak
   * @param secret that of the two ends
   * @param window bound of what the peer holds of a stream for a session
   */
  record Established(Channel channel, int version, ConnectionSecret secret, StreamWindow window) {

    /** Hands a frame to the connection, and with it what was held before. */
    void write(ByteBuf frame) {
      channel.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** Hands a frame to the connection, to go with the next one or by {@link #flush}. */
    void hold(ByteBuf frame) {
      channel.write(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** Sends what is held. */
    void flush() {
      channel.flush();
    }

    ByteBufAllocator alloc() {
      return channel.alloc();
    }
  }

  /**
   * A connection to be dialled.
   *
   * @param generation that of the certificates when the connection was asked for
   * @param onEnd called once, when this has ended
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

  /** Generation of the certificates it is dialled with, or an older one. */
  long generation() {
    return generation;
  }

  /** Makes a session depend on this connection; false if it takes no more of them. */
  synchronized boolean attach(AttachedSession session) {
    if (ended != null || retired) {
      return false;
    }
    session.join(this);
    attached.put(session.session(), session);
    return true;
  }

  void detach(AttachedSession session) {
    boolean over;
    synchronized (this) {
      attached.remove(session.session(), session);
      unusedSince = System.nanoTime();
      over = retired && attached.isEmpty();
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
      over = attached.isEmpty();
    }
    if (over) {
      end(SessionFailure.noticed(null, "the connection was retired", null));
    }
  }

  /** Whether this takes no new session, although nothing is wrong with it. */
  synchronized boolean isRetired() {
    return retired;
  }

  /** Ends this if no session has used it for so long. */
  boolean endIfUnusedFor(Duration idle) {
    synchronized (this) {
      if (!attached.isEmpty() || System.nanoTime() - unusedSince < idle.toNanos()) {
        return false;
      }
      // From here on no session attaches.
      retired = true;
    }
    end(SessionFailure.noticed(null, "the connection was not used", null));
    return true;
  }

  /** Notes the channel as soon as there is one, so that ending this closes it. */
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
   * Lets frames of sessions go out; the dialling thread may not have noted the channel yet.
   *
   * @return false if this has ended before
   */
  boolean established(Established connection) {
    return ready.complete(connection);
  }

  boolean isEstablished() {
    return ready.isDone() && !ready.isCompletedExceptionally();
  }

  /** Wakes senders: the channel takes frames again. */
  synchronized void writable() {
    notifyAll();
  }

  /** Runs this at once if the connection stands, as soon as it does, or never; it must not wait. */
  void whenReady(Consumer<Established> action) {
    ready.thenAccept(action);
  }

  /** The connection's version, as soon as it stands; failed if it never will. */
  CompletableFuture<Integer> version() {
    return ready.thenApply(Established::version);
  }

  /**
   * Waits for the connection.
   *
   * @throws SessionFailure.SessionFailedException if there will be none, or not in time
   */
  Established awaitReady(long deadline, Duration timeout)
      throws InterruptedException, SessionFailure.SessionFailedException {
    try {
      return ready.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late("cannot be reached", timeout);
    } catch (ExecutionException e) {
      synchronized (this) {
        throw new SessionFailure.SessionFailedException(ended);
      }
    }
  }

  /**
   * Waits for room in the connection's buffers.
   *
   * @throws SessionFailure.SessionFailedException if there is none in time, or the connection ends
   */
  void awaitWritable(Established connection, long deadline, Duration timeout)
      throws InterruptedException, SessionFailure.SessionFailedException {
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
        throw new SessionFailure.SessionFailedException(ended);
      }
    }
  }

  /** The failure of a peer that has not done something for too long. */
  SessionFailure.SessionFailedException late(String what, Duration timeout) {
    String reason = "server %s %s for %d ms".formatted(server, what, timeout.toMillis());
    return new SessionFailure.SessionFailedException(SessionFailure.noticed(peer, reason, null));
  }

  /** Hands credit for a session's stream to the session. */
  void credit(SessionId session, int stream, int bytes) {
    AttachedSession creditor = attached(session);
    // One that is over is given credit for what was under way.
    if (creditor != null) {
      creditor.credit(stream, bytes);
    }
  }

  /** Hands the peer's abort of a session to the session. */
  void aborted(SessionId session, String reason) {
    AttachedSession over = attached(session);
    if (over != null) {
      over.aborted(reason);
    }
  }

  private synchronized AttachedSession attached(SessionId session) {
    return attached.get(session);
  }

  /**
   * Closes the connection and ends the sessions on it; only the first reason counts.
   *
   * @return whether this was the first
   */
  boolean end(SessionFailure why) {
    List<AttachedSession> dependent;
    Channel open;
    synchronized (this) {
      if (ended != null) {
        return false;
      }
      ended = why;
      open = channel;
      dependent = List.copyOf(attached.values());
      attached.clear();
      notifyAll();
    }
    onEnd.accept(this);
    ready.completeExceptionally(why.toException());
    if (open != null) {
      open.close();
    }
    dependent.forEach(session -> session.lost(why));
    return true;
  }
}

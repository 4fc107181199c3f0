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
final class Link {
  private final Party peer;
  private final String server;
  private final long generation;
  private final Consumer<Link> onEnd;
  private final CompletableFuture<Established> ready = new CompletableFuture<>();

  private final Map<SessionId, Outlet> outlets = new HashMap<>();
  private long unusedSince = System.nanoTime();
  private boolean retired;
  private Channel channel;
  private Failure ended;

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
  Link(Party peer, String server, long generation, Consumer<Link> onEnd) {
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
  boolean attach(Outlet outlet) {
    synchronized (this) {
      if (ended != null || retired) {
        return false;
      }
      outlet.join(this);
      outlets.put(outlet.session(), outlet);
    }
    outlet.openWhenReady();
    return true;
  }

  void detach(Outlet outlet) {
    boolean over;
    synchronized (this) {
      outlets.remove(outlet.session(), outlet);
      unusedSince = System.nanoTime();
      over = retired && outlets.isEmpty();
    }
    if (over) {
      end(Failure.noticed(null, "the connection was retired", null));
    }
  }

  /** Takes no new session, and closes with the last that it has. */
  void retire() {
    boolean over;
    synchronized (this) {
      retired = true;
      over = outlets.isEmpty();
    }
    if (over) {
      end(Failure.noticed(null, "the connection was retired", null));
    }
  }

  /** Whether it takes no new session, although nothing is wrong with it. */
  synchronized boolean isRetired() {
    return retired;
  }

  /** Ends this if no session has used it for so long. */
  boolean endIfUnusedFor(Duration idle) {
    synchronized (this) {
      if (!outlets.isEmpty() || System.nanoTime() - unusedSince < idle.toNanos()) {
        return false;
      }
      // From here on no session attaches.
      retired = true;
    }
    end(Failure.noticed(null, "the connection was not used", null));
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
   * @throws FailedException if there will be none, or not in time
   */
  Established awaitReady(long deadline, Duration timeout)
      throws InterruptedException, FailedException {
    try {
      return ready.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw late("cannot be reached", timeout);
    } catch (ExecutionException e) {
      synchronized (this) {
        throw new FailedException(ended);
      }
    }
  }

  /**
   * Waits for room in the connection's buffers.
   *
   * @throws FailedException if there is none in time, or the connection ends
   */
  void awaitWritable(Established connection, long deadline, Duration timeout)
      throws InterruptedException, FailedException {
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
        throw new FailedException(ended);
      }
    }
  }

  /** The peer has not done something for too long. */
  FailedException late(String what, Duration timeout) {
    String reason = "server %s %s for %d ms".formatted(server, what, timeout.toMillis());
    return new FailedException(Failure.noticed(peer, reason, null));
  }

  /** The peer has received so much of a session's stream. */
  void credit(SessionId session, int stream, int bytes) {
    Outlet outlet = outlet(session);
    // One that is over is given credit for what was under way.
    if (outlet != null) {
      outlet.credit(stream, bytes);
    }
  }

  /** The peer will have none of a session. */
  void aborted(SessionId session, String reason) {
    Outlet outlet = outlet(session);
    if (outlet != null) {
      outlet.aborted(reason);
    }
  }

  private synchronized Outlet outlet(SessionId session) {
    return outlets.get(session);
  }

  /**
   * Closes the connection and ends the sessions on it; only the first reason counts.
   *
   * @return whether this was the first
   */
  boolean end(Failure why) {
    List<Outlet> dependent;
    Channel open;
    synchronized (this) {
      if (ended != null) {
        return false;
      }
      ended = why;
      open = channel;
      dependent = List.copyOf(outlets.values());
      outlets.clear();
      notifyAll();
    }
    onEnd.accept(this);
    ready.completeExceptionally(why.toException());
    if (open != null) {
      open.close();
    }
    dependent.forEach(outlet -> outlet.lost(why));
    return true;
  }
}

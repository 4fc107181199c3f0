package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
  private final CompletableFuture<Channel> ready = new CompletableFuture<>();

  private final Set<Inbox> sessions = new HashSet<>();
  private Channel channel;
  private Failure ended;

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

  /** Of the certificates it was dialled with, or of older ones. */
  long generation() {
    return generation;
  }

  /** Makes a session depend on this link; false if the link has ended. */
  synchronized boolean attach(Inbox session) {
    return ended == null && sessions.add(session);
  }

  synchronized void detach(Inbox session) {
    sessions.remove(session);
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

  /** The peer has proved who it is; frames may go out. */
  void established() {
    Channel now;
    synchronized (this) {
      now = channel;
    }
    ready.complete(now);
  }

  /** The channel takes frames again. */
  synchronized void writable() {
    notifyAll();
  }

  /**
   * Sends a frame, first waiting for the connection and then for room in its buffers.
   *
   * @return why it could not be sent; empty if it is on its way
   */
  Optional<Failure> send(
      SessionId session, long step, int sequence, ByteBuffer payload, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Channel open;
    try {
      open = ready.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return late(" cannot be reached", timeout);
    } catch (ExecutionException e) {
      return ended();
    }
    // Copied outside the lock, which an event loop takes too.
    ByteBuf frame = Frame.data(open.alloc(), session, step, sequence, payload);
    boolean sent = false;
    try {
      synchronized (this) {
        while (ended == null && !open.isWritable()) {
          long remaining = deadline - System.nanoTime();
          if (remaining <= 0) {
            return late(" takes nothing", timeout);
          }
          TimeUnit.NANOSECONDS.timedWait(this, remaining);
        }
        if (ended == null) {
          sent = true;
          open.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
        return Optional.ofNullable(ended);
      }
    } finally {
      if (!sent) {
        frame.release();
      }
    }
  }

  private Optional<Failure> late(String what, Duration timeout) {
    return Optional.of(
        Failure.noticed(
            peer, "server " + server + what + " for " + timeout.toMillis() + " ms", null));
  }

  private synchronized Optional<Failure> ended() {
    return Optional.of(ended);
  }

  /** Tells the peer that a session is over, as soon as the connection stands; never waits. */
  void tell(SessionId session, String reason) {
    ready.thenAccept(
        open ->
            open.writeAndFlush(Frame.abort(open.alloc(), session, reason))
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
  }

  /** Closes the connection and ends the sessions on it; only the first reason counts. */
  void end(Failure why) {
    List<Inbox> dependent;
    Channel open;
    synchronized (this) {
      if (ended != null) {
        return;
      }
      ended = why;
      open = channel;
      dependent = List.copyOf(sessions);
      sessions.clear();
      notifyAll();
    }
    onEnd.accept(this);
    ready.completeExceptionally(why.toException());
    if (open != null) {
      open.close();
    }
    dependent.forEach(session -> session.fail(why));
  }
}

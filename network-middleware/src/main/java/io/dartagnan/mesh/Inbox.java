package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What peers have sent to one session and it has not received yet, and how the session ended if it
 * did. Exists from the first frame or from the local open, whichever comes first.
 *
 * <p>Filled by the event loops, emptied by the session's thread; the lock is held for a few
 * assignments at a time.
 */
final class Inbox {
  private record Message(long step, byte[] payload) {
    static long cost(int payloadBytes) {
      return payloadBytes + (long) MeshSettings.MESSAGE_OVERHEAD_BYTES;
    }
  }

  private final SessionId id;
  private final long maxBytes;
  private final ByteBudget pendingBudget;
  private final List<Sender> senders;

  private long unreadBytes;
  private long pendingBytes;
  private boolean adopted;
  private boolean closed;
  private Failure failure;
  private Consumer<Failure> onFailure = ignored -> {};

  /** One peer's side. */
  private static final class Sender {
    private final Queue<Message> messages = new ArrayDeque<>();
    private int nextSequence;
    private InboundConnection connection;
  }

  Inbox(SessionId id, long maxBytes, ByteBudget pendingBudget) {
    this.id = id;
    this.maxBytes = maxBytes;
    this.pendingBudget = pendingBudget;
    this.senders = List.of(new Sender(), new Sender(), new Sender());
  }

  SessionId id() {
    return id;
  }

  /**
   * Makes this an open session's: what it holds is no longer pending.
   *
   * @param listener told once when the session fails, at once if it has failed before
   */
  void adopt(Consumer<Failure> listener) {
    Failure before;
    synchronized (this) {
      adopted = true;
      settlePending();
      onFailure = listener;
      before = failure;
    }
    if (before != null) {
      listener.accept(before);
    }
  }

  /**
   * Decides on a frame from its header alone.
   *
   * @return where its payload goes; null if it is to be skipped, because the session has ended or
   *     the frame just ended it
   */
  byte[] admit(InboundConnection from, Frame frame) {
    Failure violation;
    synchronized (this) {
      if (closed || failure != null) {
        return null;
      }
      violation =
          frame.type() == Frame.Type.ABORT ? violationOfAbort(from, frame) : charge(from, frame);
      if (violation == null) {
        return new byte[frame.payloadBytes()];
      }
    }
    fail(violation);
    return null;
  }

  private Failure violationOfAbort(InboundConnection from, Frame frame) {
    return frame.payloadBytes() <= Frame.MAX_REASON_BYTES
        ? null
        : Failure.noticed(
            from.party(), "aborted with a reason of " + frame.payloadBytes() + " bytes", null);
  }

  /** Books an admissible DATA frame, or says what is wrong with it. */
  private Failure charge(InboundConnection from, Frame frame) {
    Party party = from.party();
    Sender sender = senders.get(party.index());
    int bytes = frame.payloadBytes();
    if (bytes > Exchange.MAX_PAYLOAD_BYTES) {
      return Failure.noticed(
          party,
          "sent a payload of "
              + bytes
              + " bytes, at most "
              + Exchange.MAX_PAYLOAD_BYTES
              + " may be",
          null);
    }
    if (frame.sequence() != sender.nextSequence) {
      return Failure.noticed(
          party,
          "sent frame " + frame.sequence() + " where frame " + sender.nextSequence + " follows",
          null);
    }
    // Two connections would race, and the order of arrival would mean nothing.
    if (sender.connection != null && sender.connection != from) {
      return Failure.noticed(party, "sent to one session over two connections", null);
    }
    long cost = Message.cost(bytes);
    if (unreadBytes + cost > maxBytes) {
      return Failure.noticed(
          party, "sent more than " + maxBytes + " bytes that were not received yet", null);
    }
    if (!adopted) {
      if (!pendingBudget.tryTake(cost)) {
        return Failure.noticed(
            null,
            "more than "
                + pendingBudget.limit()
                + " bytes wait for sessions that were not opened yet",
            null);
      }
      pendingBytes += cost;
    }
    unreadBytes += cost;
    sender.nextSequence++;
    if (sender.connection == null) {
      sender.connection = from;
      from.carries(this);
    }
    return null;
  }

  /** Takes the payload of an admitted frame. */
  void deliver(Party from, Frame frame, byte[] payload) {
    if (frame.type() == Frame.Type.ABORT) {
      fail(Failure.abortedBy(from, Frame.reason(payload)));
      return;
    }
    synchronized (this) {
      if (!closed && failure == null) {
        senders.get(from.index()).messages.add(new Message(frame.step(), payload));
        notifyAll();
      }
    }
  }

  /**
   * Waits for the peer's next message.
   *
   * @throws ProtocolException if the session has ended, or ends because the message is of another
   *     step or does not come in time
   */
  byte[] take(Party from, long step, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Failure violation = null;
    synchronized (this) {
      Queue<Message> messages = senders.get(from.index()).messages;
      while (violation == null) {
        checkOpen();
        Message next = messages.poll();
        long remaining = deadline - System.nanoTime();
        if (next != null) {
          unreadBytes -= Message.cost(next.payload().length);
          if (next.step() == step) {
            return next.payload();
          }
          violation =
              Failure.noticed(
                  from, "sent step " + next.step() + " where step " + step + " is due", null);
        } else if (remaining <= 0) {
          violation =
              Failure.noticed(
                  from, "sent nothing for " + timeout.toMillis() + " ms at step " + step, null);
        } else {
          TimeUnit.NANOSECONDS.timedWait(this, remaining);
        }
      }
    }
    throw fail(violation).toException();
  }

  /**
   * Refuses if the session has ended.
   *
   * @throws ProtocolException saying how
   */
  synchronized void checkOpen() {
    if (failure != null) {
      throw failure.toException();
    }
    if (closed) {
      throw new ProtocolException(id + " is closed");
    }
  }

  /** Ends the session, unless it has ended; the first failure is the one that counts. */
  Failure fail(Failure why) {
    Consumer<Failure> listener;
    synchronized (this) {
      if (failure != null || closed) {
        return failure != null ? failure : why;
      }
      failure = why;
      listener = onFailure;
      empty();
    }
    listener.accept(why);
    return why;
  }

  /** Drops what was not received; whoever waits is told. */
  void close() {
    List<InboundConnection> connections = new ArrayList<>();
    synchronized (this) {
      closed = true;
      empty();
      for (Sender sender : senders) {
        if (sender.connection != null) {
          connections.add(sender.connection);
        }
      }
    }
    connections.forEach(connection -> connection.forget(this));
  }

  private void empty() {
    senders.forEach(sender -> sender.messages.clear());
    unreadBytes = 0;
    settlePending();
    notifyAll();
  }

  private void settlePending() {
    pendingBudget.giveBack(pendingBytes);
    pendingBytes = 0;
  }
}

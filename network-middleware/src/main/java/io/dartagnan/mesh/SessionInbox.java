package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What peers have sent to one session and it has not received yet, and how the session ended if it
 * did. Exists from the first frame or from the local open, whichever comes first.
 *
 * <p>Filled by the event loops, emptied by the session's threads; the lock is held for a few
 * assignments at a time.
 */
final class SessionInbox {
  private final SessionId id;
  private final MeshMetrics metrics;
  private final PayloadPool payloads;
  private final List<PeerInbox> senders;

  private boolean adopted;
  private boolean closed;
  private SessionFailure failure;
  private Consumer<SessionFailure> onFailure = ignored -> {};

  /**
   * An inbox that nobody has opened yet.
   *
   * @param pendingBudgets what it may hold of each party until it is opened
   */
  SessionInbox(
      SessionId id,
      Limits limits,
      MeshMetrics metrics,
      PayloadPool payloads,
      Map<Party, ByteBudget> pendingBudgets) {
    this.id = id;
    this.metrics = metrics;
    this.payloads = payloads;
    this.senders =
        Party.ALL.stream()
            .map(
                party ->
                    new PeerInbox(
                        party,
                        limits.windowBytes(),
                        metrics.unreadOf(party),
                        pendingBudgets.get(party)))
            .toList();
  }

  SessionId id() {
    return id;
  }

  private PeerInbox sender(Party party) {
    return senders.get(party.index());
  }

  /**
   * Makes this an open session's: what it holds is no longer pending.
   *
   * @param listener told once when the session fails, at once if it has failed before
   */
  void adopt(Consumer<SessionFailure> listener) {
    SessionFailure before;
    synchronized (this) {
      adopted = true;
      senders.forEach(PeerInbox::noLongerPending);
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
   * @return where its payload goes, at least as long as that; null if it is to be skipped, because
   *     the session has ended or the frame just ended it
   */
  byte[] admit(InboundConnection from, Frame frame) {
    SessionFailure violation;
    synchronized (this) {
      if (closed || failure != null) {
        answerLate(from, frame);
        return null;
      }
      PeerInbox sender = sender(from.party());
      String wrong = sender.wrongWith(from, frame);
      boolean data = frame.type() == Frame.Type.DATA;
      // Without room for it nobody has done wrong: together the windows are more than the budgets.
      String full = wrong == null && data ? sender.charge(frame, !adopted) : null;
      if (wrong == null && full == null) {
        return data ? payloads.take(frame.payloadBytes()) : new byte[frame.payloadBytes()];
      }
      violation =
          wrong == null
              ? SessionFailure.noticed(null, full, null)
              : SessionFailure.noticed(from.party(), wrong, null);
    }
    fail(violation);
    return null;
  }

  /**
   * Takes an admitted frame.
   *
   * @return whether this holds the payload from now on, and accounts for it
   */
  boolean deliver(InboundConnection from, Frame frame, byte[] payload) {
    if (frame.type() == Frame.Type.ABORT) {
      aborted(from.party(), Frame.reason(payload));
      return false;
    }
    synchronized (this) {
      if (closed || failure != null) {
        answerLate(from, frame);
        return false;
      }
      PeerInbox sender = sender(from.party());
      if (frame.type() == Frame.Type.DATA) {
        metrics.messagesReceived.increment();
        metrics.bytesReceived.add(frame.payloadBytes());
        sender.keep(frame, payload);
        notifyAll();
        return true;
      }
      if (!sender.isOpen()) {
        sender.open(from, payload);
        from.carries(this);
        notifyAll();
        return true;
      }
    }
    // Another connection's frame has come between this one's header and its payload.
    fail(SessionFailure.noticed(from.party(), PeerInbox.OPENED_TWICE, null));
    return false;
  }

  /**
   * Waits for the peer's next message on a stream; what the call before gave is used again.
   *
   * @throws ProtocolException if the session has ended, or ends because the message is of another
   *     step or does not come in time
   */
  ByteBuffer take(Party from, int stream, long step, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    SessionFailure violation;
    synchronized (this) {
      PeerInbox sender = sender(from);
      sender.takeBack(stream, payloads);
      PeerInbox.Message next = awaitNext(sender, stream, deadline);
      if (next == null) {
        String silent = "sent nothing for " + timeout.toMillis() + " ms at step " + step;
        violation =
            sender.end() == null ? SessionFailure.noticed(from, silent, null) : sender.end();
      } else if (next.step() == step) {
        int credit = sender.lend(stream, next);
        if (credit > 0) {
          sender.connection().credit(id, stream, credit);
        }
        return ByteBuffer.wrap(next.payload(), 0, next.bytes());
      } else {
        violation =
            SessionFailure.noticed(
                from, "sent step " + next.step() + " where step " + step + " is due", null);
      }
    }
    throw fail(violation).toException();
  }

  /** Null if there is none in time, or there will be none. */
  private PeerInbox.Message awaitNext(PeerInbox sender, int stream, long deadline)
      throws InterruptedException {
    checkOpen();
    PeerInbox.Message next = sender.poll(stream);
    while (next == null) {
      long remaining = deadline - System.nanoTime();
      if (remaining <= 0 || sender.end() != null) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, remaining);
      checkOpen();
      next = sender.poll(stream);
    }
    return next;
  }

  /**
   * Waits for the peer to open its side, and says what the two share.
   *
   * @throws ProtocolException if the session has ended, or ends because the peer does not
   */
  byte[] keyWith(Party peer, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (this) {
      PeerInbox sender = sender(peer);
      long remaining = timeout.toNanos();
      checkOpen();
      while (!sender.isOpen() && remaining > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, remaining);
        checkOpen();
        remaining = deadline - System.nanoTime();
      }
      if (sender.isOpen()) {
        return sender.connection().secret().sessionKey(id, sender.opening());
      }
    }
    String reason = "did not open the session for " + timeout.toMillis() + " ms";
    throw fail(SessionFailure.noticed(peer, reason, null)).toException();
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

  /** A peer that opens its side after the failure was not there to be told. */
  private void answerLate(InboundConnection from, Frame frame) {
    if (frame.type() == Frame.Type.OPEN && told() != null) {
      from.abort(id, told());
    }
  }

  /** A peer has ended the session; it may say so on several ways. */
  void aborted(Party peer, String reason) {
    synchronized (this) {
      if (closed) {
        // It ended well here, which the peer did not know yet.
        return;
      }
    }
    SessionFailure why = SessionFailure.abortedBy(peer, reason);
    if (fail(why) == why) {
      metrics.abortsReceived.increment();
    }
  }

  /** What peers are to know of how the session failed; null if nothing, or if it has not failed. */
  synchronized String told() {
    return failure == null ? null : failure.told();
  }

  /** Tells a peer why the session has failed, over the connection that the peer opened it on. */
  void tell(Party peer, String reason) {
    InboundConnection connection;
    synchronized (this) {
      connection = sender(peer).connection();
    }
    if (connection != null) {
      connection.abort(id, reason);
    }
  }

  /**
   * A peer has closed its connection in good order: this session may have from it all it needs, and
   * fails only when it asks for more.
   */
  void ended(InboundConnection from, SessionFailure why) {
    synchronized (this) {
      sender(from.party()).endsWith(why);
      notifyAll();
    }
  }

  /** Ends the session, unless it has ended; the first failure is the one that counts. */
  SessionFailure fail(SessionFailure why) {
    Consumer<SessionFailure> listener;
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
      for (PeerInbox sender : senders) {
        if (sender.isOpen()) {
          connections.add(sender.connection());
        }
      }
    }
    connections.forEach(connection -> connection.forget(this));
  }

  private void empty() {
    senders.forEach(PeerInbox::empty);
    notifyAll();
  }
}

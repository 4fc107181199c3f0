package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What peers have sent to one session and it has not received yet, and how the session ended if it
 * did. Exists from the first frame or from the local open, whichever comes first.
 *
 * <p>Filled by the event loops, emptied by the session's threads; the lock is held for a few
 * assignments at a time.
 */
final class Inbox {
  private static final String OPENED_TWICE = "opened one session twice";

  private record Message(long step, byte[] payload, int bytes) {}

  private final SessionId id;
  private final int window;
  private final MeshMetrics metrics;
  private final Payloads payloads;
  private final List<Sender> senders;

  private final Map<Party, ByteBudget> pendingBudgets;
  private boolean adopted;
  private boolean closed;
  private Failure failure;
  private Consumer<Failure> onFailure = ignored -> {};

  /** One peer's side. */
  private static final class Sender {
    private final Stream[] streams = new Stream[Exchange.STREAMS];
    private InboundConnection connection;
    private Failure ended;
    private byte[] opened;
    private long unread;
    private long pending;
    // Of unread: of the frame whose payload is still coming, and whose array its connection holds.
    private long arriving;

    Stream stream(int index) {
      if (streams[index] == null) {
        streams[index] = new Stream();
      }
      return streams[index];
    }
  }

  /** What a peer has sent on one stream. */
  private static final class Stream {
    private final Queue<Message> messages = new ArrayDeque<>();
    private byte[] lent;
    private int nextSequence;
    private long held;
    private int received;
  }

  /**
   * An inbox that nobody has opened yet.
   *
   * @param pendingBudgets what it may hold of each party until it is opened
   */
  Inbox(
      SessionId id,
      Limits limits,
      MeshMetrics metrics,
      Payloads payloads,
      Map<Party, ByteBudget> pendingBudgets) {
    this.id = id;
    this.window = limits.windowBytes();
    this.metrics = metrics;
    this.payloads = payloads;
    this.pendingBudgets = pendingBudgets;
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
   * @return where its payload goes, at least as long as that; null if it is to be skipped, because
   *     the session has ended or the frame just ended it
   */
  byte[] admit(InboundConnection from, Frame frame) {
    Failure violation;
    synchronized (this) {
      if (closed || failure != null) {
        answerLate(from, frame);
        return null;
      }
      boolean data = frame.type() == Frame.Type.DATA;
      String wrong = data ? wrongWithData(from, frame) : wrongWith(from, frame);
      // Without room for it nobody has done wrong: together the windows are more than the budgets.
      String full = wrong == null && data ? charge(from, frame) : null;
      if (wrong == null && full == null) {
        return data ? payloads.take(frame.payloadBytes()) : new byte[frame.payloadBytes()];
      }
      violation =
          wrong == null
              ? Failure.noticed(null, full, null)
              : Failure.noticed(from.party(), wrong, null);
    }
    fail(violation);
    return null;
  }

  private String wrongWith(InboundConnection from, Frame frame) {
    int bytes = frame.payloadBytes();
    if (frame.type() == Frame.Type.ABORT) {
      return bytes <= Frame.MAX_REASON_BYTES
          ? null
          : "aborted with a reason of " + bytes + " bytes";
    }
    if (bytes != Frame.RANDOM_BYTES) {
      return "opened a session with " + bytes + " bytes, it takes " + Frame.RANDOM_BYTES;
    }
    return senders.get(from.party().index()).opened == null ? null : OPENED_TWICE;
  }

  private String wrongWithData(InboundConnection from, Frame frame) {
    Sender sender = senders.get(from.party().index());
    int bytes = frame.payloadBytes();
    if (bytes > Exchange.MAX_PAYLOAD_BYTES) {
      return "sent a payload of %d bytes, at most %d may be"
          .formatted(bytes, Exchange.MAX_PAYLOAD_BYTES);
    }
    // It also says which connection the session is on: over two, the order would mean nothing.
    if (sender.connection != from) {
      return sender.connection == null
          ? "sent to a session that it has not opened"
          : "sent to one session over two connections";
    }
    Stream stream = sender.stream(frame.stream());
    if (frame.sequence() != stream.nextSequence) {
      return "sent frame %d of stream %d where frame %d follows"
          .formatted(frame.sequence(), frame.stream(), stream.nextSequence);
    }
    if (!Limits.fits(stream.held, window)) {
      return "sent more on stream %d than the window of %d bytes".formatted(frame.stream(), window);
    }
    return null;
  }

  /** Books an admissible DATA frame, or says what there is no room in. */
  private String charge(InboundConnection from, Frame frame) {
    long cost = Limits.cost(frame.payloadBytes());
    ByteBudget ofPeer = metrics.unreadOf(from.party());
    if (!ofPeer.tryTake(cost)) {
      return "what %s has sent and this server has not received would be more than %d bytes"
          .formatted(from.party(), ofPeer.limit());
    }
    Sender sender = senders.get(from.party().index());
    if (!adopted) {
      ByteBudget pending = pendingBudgets.get(from.party());
      if (!pending.tryTake(cost)) {
        ofPeer.giveBack(cost);
        return "what %s has sent to sessions that are not open here would be more than %d bytes"
            .formatted(from.party(), pending.limit());
      }
      sender.pending += cost;
    }
    Stream stream = sender.stream(frame.stream());
    stream.held += cost;
    sender.unread += cost;
    sender.arriving = cost;
    stream.nextSequence++;
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
      Sender sender = senders.get(from.party().index());
      boolean twice = frame.type() == Frame.Type.OPEN && sender.opened != null;
      if (!twice) {
        take(from, frame, payload, sender);
        notifyAll();
        return true;
      }
    }
    // Another connection's frame has come between this one's header and its payload.
    fail(Failure.noticed(from.party(), OPENED_TWICE, null));
    return false;
  }

  private void take(InboundConnection from, Frame frame, byte[] payload, Sender sender) {
    if (frame.type() == Frame.Type.OPEN) {
      sender.opened = payload;
      sender.connection = from;
      from.carries(this);
    } else {
      metrics.messagesReceived.increment();
      int bytes = frame.payloadBytes();
      metrics.bytesReceived.add(bytes);
      sender.arriving = 0;
      sender.stream(frame.stream()).messages.add(new Message(frame.step(), payload, bytes));
    }
  }

  /**
   * Waits for the peer's next message on a stream; what the call before gave is used again.
   *
   * @throws ProtocolException if the session has ended, or ends because the message is of another
   *     step or does not come in time
   */
  ByteBuffer take(Party from, int stream, long step, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Failure violation;
    synchronized (this) {
      Sender sender = senders.get(from.index());
      Stream messages = sender.stream(stream);
      if (messages.lent != null) {
        payloads.giveBack(messages.lent);
        messages.lent = null;
      }
      Message next = awaitNext(sender, messages, deadline);
      if (next == null && sender.ended != null) {
        violation = sender.ended;
      } else if (next == null) {
        violation =
            Failure.noticed(
                from, "sent nothing for " + timeout.toMillis() + " ms at step " + step, null);
      } else if (next.step() == step) {
        received(sender, stream, messages, Limits.cost(next.bytes()));
        messages.lent = Payloads.keeps(next.payload().length) ? next.payload() : null;
        return ByteBuffer.wrap(next.payload(), 0, next.bytes());
      } else {
        violation =
            Failure.noticed(
                from, "sent step " + next.step() + " where step " + step + " is due", null);
      }
    }
    throw fail(violation).toException();
  }

  /** Null if there is none in time, or there will be none. */
  private Message awaitNext(Sender sender, Stream stream, long deadline)
      throws InterruptedException {
    checkOpen();
    while (stream.messages.isEmpty()) {
      long remaining = deadline - System.nanoTime();
      if (remaining <= 0 || sender.ended != null) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, remaining);
      checkOpen();
    }
    return stream.messages.poll();
  }

  /** Books a message out, and lets the peer send more once half a window was received. */
  private void received(Sender sender, int index, Stream stream, long cost) {
    stream.held -= cost;
    sender.unread -= cost;
    metrics.unreadOf(sender.connection.party()).giveBack(cost);
    stream.received += (int) cost;
    if (stream.received >= window / 2) {
      sender.connection.credit(id, index, stream.received);
      stream.received = 0;
    }
  }

  /**
   * Waits for the peer to open its side, and says what the two share.
   *
   * @throws ProtocolException if the session has ended, or ends because the peer does not
   */
  byte[] keyWith(Party peer, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    synchronized (this) {
      Sender sender = senders.get(peer.index());
      long remaining = timeout.toNanos();
      checkOpen();
      while (sender.opened == null && remaining > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, remaining);
        checkOpen();
        remaining = deadline - System.nanoTime();
      }
      if (sender.opened != null) {
        return sender.connection.secret().sessionKey(id, sender.opened);
      }
    }
    String reason = "did not open the session for " + timeout.toMillis() + " ms";
    throw fail(Failure.noticed(peer, reason, null)).toException();
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
    Failure why = Failure.abortedBy(peer, reason);
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
      connection = senders.get(peer.index()).connection;
    }
    if (connection != null) {
      connection.abort(id, reason);
    }
  }

  /**
   * A peer has closed its connection in good order: this session may have from it all it needs, and
   * fails only when it asks for more.
   */
  void ended(InboundConnection from, Failure why) {
    synchronized (this) {
      senders.get(from.party().index()).ended = why;
      notifyAll();
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
    for (Party party : Party.ALL) {
      Sender sender = senders.get(party.index());
      // What is arriving takes room until it has arrived: the connection gives that back.
      metrics.unreadOf(party).giveBack(sender.unread - sender.arriving);
      sender.unread = 0;
      sender.arriving = 0;
      for (Stream stream : sender.streams) {
        if (stream != null) {
          stream.messages.clear();
        }
      }
    }
    settlePending();
    notifyAll();
  }

  private void settlePending() {
    for (Party party : Party.ALL) {
      Sender sender = senders.get(party.index());
      pendingBudgets.get(party).giveBack(sender.pending);
      sender.pending = 0;
    }
  }
}

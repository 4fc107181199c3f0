package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * One peer's side of a session's {@link SessionInbox}: what it may send, what it has sent and was
 * not received yet, and what that counts for. Guarded by the inbox's lock.
 */
final class PeerInbox {
  static final String OPENED_TWICE = "opened one session twice";

  /**
   * What was sent.
   *
   * @param payload may be longer than it is
   * @param bytes how long it is
   */
  record Message(long step, byte[] payload, int bytes) {}

  /** What was sent on one stream. */
  private static final class Stream {
    private final Queue<Message> messages = new ArrayDeque<>();
    private byte[] lent;
    private int nextSequence;
    private long held;
    private int received;
  }

  private final Party party;
  private final int window;
  private final ByteBudget unreadBudget;
  private final ByteBudget pendingBudget;
  private final Stream[] streams = new Stream[Exchange.STREAMS];
  private InboundConnection connection;
  private byte[] opening;
  private SessionFailure end;
  private long unread;
  private long pending;
  // Of unread: of the frame whose payload is still coming, and whose array its connection holds.
  private long arriving;

  /**
   * One that has not opened its side.
   *
   * @param unreadBudget of everything that the party has sent to this server
   * @param pendingBudget of what of that is in sessions that are not open here
   */
  PeerInbox(Party party, int window, ByteBudget unreadBudget, ByteBudget pendingBudget) {
    this.party = party;
    this.window = window;
    this.unreadBudget = unreadBudget;
    this.pendingBudget = pendingBudget;
  }

  private Stream stream(int index) {
    if (streams[index] == null) {
      streams[index] = new Stream();
    }
    return streams[index];
  }

  boolean isOpen() {
    return opening != null;
  }

  /** The session is on this connection from now on. */
  void open(InboundConnection from, byte[] random) {
    connection = from;
    opening = random;
  }

  /** The connection that the session is on, once it is open; or null. */
  InboundConnection connection() {
    return connection;
  }

  /** What was drawn for the session's key. */
  byte[] opening() {
    return opening;
  }

  /** There will be nothing more, and this is what to say when more is needed. */
  void endsWith(SessionFailure why) {
    end = why;
  }

  /** Why there will be nothing more; null if there may be. */
  SessionFailure end() {
    return end;
  }

  /** What is wrong with a frame for this session, by its header; null if nothing. */
  String wrongWith(InboundConnection from, Frame frame) {
    int bytes = frame.payloadBytes();
    return switch (frame.type()) {
      case DATA -> wrongWithData(from, frame);
      case ABORT ->
          bytes <= Frame.MAX_REASON_BYTES ? null : "aborted with a reason of " + bytes + " bytes";
      default -> {
        if (bytes != Frame.RANDOM_BYTES) {
          yield "opened a session with " + bytes + " bytes, it takes " + Frame.RANDOM_BYTES;
        }
        yield isOpen() ? OPENED_TWICE : null;
      }
    };
  }

  private String wrongWithData(InboundConnection from, Frame frame) {
    int bytes = frame.payloadBytes();
    if (bytes > Exchange.MAX_PAYLOAD_BYTES) {
      return "sent a payload of %d bytes, at most %d may be"
          .formatted(bytes, Exchange.MAX_PAYLOAD_BYTES);
    }
    // It also says which connection the session is on: over two, the order would mean nothing.
    if (connection != from) {
      return connection == null
          ? "sent to a session that it has not opened"
          : "sent to one session over two connections";
    }
    Stream stream = stream(frame.stream());
    if (frame.sequence() != stream.nextSequence) {
      return "sent frame %d of stream %d where frame %d follows"
          .formatted(frame.sequence(), frame.stream(), stream.nextSequence);
    }
    if (!Limits.fits(stream.held, window)) {
      return "sent more on stream %d than the window of %d bytes".formatted(frame.stream(), window);
    }
    return null;
  }

  /**
   * Books a DATA frame that nothing is wrong with.
   *
   * @param isPending whether the session is not open here yet
   * @return what there is no room in, and nothing is booked; null if there is
   */
  String charge(Frame frame, boolean isPending) {
    long cost = Limits.cost(frame.payloadBytes());
    if (!unreadBudget.tryTake(cost)) {
      return "what %s has sent and this server has not received would be more than %d bytes"
          .formatted(party, unreadBudget.limit());
    }
    if (isPending) {
      if (!pendingBudget.tryTake(cost)) {
        unreadBudget.giveBack(cost);
        return "what %s has sent to sessions that are not open here would be more than %d bytes"
            .formatted(party, pendingBudget.limit());
      }
      pending += cost;
    }
    Stream stream = stream(frame.stream());
    stream.held += cost;
    stream.nextSequence++;
    unread += cost;
    arriving = cost;
    return null;
  }

  /** Takes the payload of the frame that was charged last. */
  void keep(Frame frame, byte[] payload) {
    arriving = 0;
    stream(frame.stream()).messages.add(new Message(frame.step(), payload, frame.payloadBytes()));
  }

  /** The next message of a stream, to be {@linkplain #lend lent}; null if there is none. */
  Message poll(int stream) {
    return stream(stream).messages.poll();
  }

  /**
   * Books a message out, whose array is somebody's until it is {@linkplain #takeBack taken back}.
   *
   * @return how many bytes more the peer may be told to send: 0 until half a window was received
   */
  int lend(int index, Message message) {
    Stream stream = stream(index);
    stream.lent = PayloadPool.keeps(message.payload().length) ? message.payload() : null;
    long cost = Limits.cost(message.bytes());
    stream.held -= cost;
    unread -= cost;
    unreadBudget.giveBack(cost);
    stream.received += (int) cost;
    if (stream.received < window / 2) {
      return 0;
    }
    int credit = stream.received;
    stream.received = 0;
    return credit;
  }

  /** Whoever was lent the last message of a stream is done with it. */
  void takeBack(int index, PayloadPool payloads) {
    Stream stream = stream(index);
    if (stream.lent != null) {
      payloads.giveBack(stream.lent);
      stream.lent = null;
    }
  }

  /** The session is open here, or over. */
  void noLongerPending() {
    pendingBudget.giveBack(pending);
    pending = 0;
  }

  /** Drops what was not received. */
  void empty() {
    // What is arriving takes room until it has arrived: the connection gives that back.
    unreadBudget.giveBack(unread - arriving);
    unread = 0;
    arriving = 0;
    for (Stream stream : streams) {
      if (stream != null) {
        stream.messages.clear();
      }
    }
    noLongerPending();
  }
}

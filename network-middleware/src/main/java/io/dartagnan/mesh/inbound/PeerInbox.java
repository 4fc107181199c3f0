package io.dartagnan.mesh.inbound;

import io.dartagnan.mesh.connection.ByteBudget;
import io.dartagnan.mesh.connection.Frame;
import io.dartagnan.mesh.connection.SessionFailure;
import io.dartagnan.mesh.connection.StreamWindow;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Messages of one peer to one session that were not received yet, with what they count for and what
 * the peer may send beside them. Part of a {@link SessionInbox} and guarded by its lock.
 */
final class PeerInbox {
  static final String OPENED_TWICE = "opened one session twice";

  /**
   * Message that a peer has sent.
   *
   * @param payload array that begins with the message and may be longer
   * @param bytes length of the message
   */
  record Message(long step, byte[] payload, int bytes) {}

  /** Messages of one stream, and its counts. */
  private static final class Stream {
    private final Queue<Message> messages = new ArrayDeque<>();
    private byte[] lent;
    private int nextSequence;
    private long held;
    private int received;
  }

  private final Party party;
  private final StreamWindow window;
  private final ByteBudget unreadBudget;
  private final ByteBudget pendingBudget;
  private final Stream[] streams = new Stream[Exchange.STREAMS];
  private InboundConnection connection;
  private byte[] opening;
  private int version;
  private SessionFailure end;
  private long unread;
  private long pending;
  // Of unread: of the frame whose payload is still coming, and whose array its connection holds.
  private long arriving;

  /**
   * An inbox of a peer that has not opened its side.
   *
   * @param unreadBudget of everything that the party has sent to this server
   * @param pendingBudget of what of that is in sessions that are not open here
   */
  PeerInbox(Party party, StreamWindow window, ByteBudget unreadBudget, ByteBudget pendingBudget) {
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

  /** Party of the peer. */
  Party party() {
    return party;
  }

  /** Whether the peer has opened its side. */
  boolean isOpen() {
    return opening != null;
  }

  /** Puts the session on this connection, with the payload of its OPEN frame. */
  void open(InboundConnection from, byte[] payload) {
    connection = from;
    opening = Arrays.copyOf(payload, Frame.RANDOM_BYTES);
    version = Frame.openedVersion(payload, from.version());
  }

  /** Difference between the version that the peer has opened its side in and this; or null. */
  String disagreement(int agreed) {
    return !isOpen() || version == agreed
        ? null
        : "opened the session in version %d of the mesh's protocol, here it is of version %d: a server that takes part has been started with other versions meanwhile"
            .formatted(version, agreed);
  }

  /** The connection that the session is on, once it is open; or null. */
  InboundConnection connection() {
    return connection;
  }

  /** Random bytes of the OPEN frame, of which the session's key is made. */
  byte[] opening() {
    return opening;
  }

  /** Notes that there will be nothing more, and what to say when more is needed. */
  void endsWith(SessionFailure why) {
    end = why;
  }

  /** Reason why there will be nothing more; null if there may be. */
  SessionFailure end() {
    return end;
  }

  /** Mistake in a frame for this session, by its header; null if there is none. */
  String wrongWith(InboundConnection from, Frame frame) {
    int bytes = frame.payloadBytes();
    return switch (frame.type()) {
      case DATA -> wrongWithData(from, frame);
      case ABORT ->
          bytes <= Frame.MAX_REASON_BYTES ? null : "aborted with a reason of " + bytes + " bytes";
      default -> {
        int due = Frame.openBytes(from.version());
        if (bytes != due) {
          yield "opened a session with %d bytes, it takes %d".formatted(bytes, due);
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
    if (!window.admits(stream.held)) {
      return "sent more on stream %d than the window of %d bytes"
          .formatted(frame.stream(), window.bytes());
    }
    return null;
  }

  /**
   * Books a DATA frame that nothing is wrong with.
   *
   * @param isPending whether the session is not open here yet
   * @return the bound that leaves no room for it, so that nothing is booked; null if there is room
   */
  String charge(Frame frame, boolean isPending) {
    long cost = StreamWindow.cost(frame.payloadBytes());
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

  /** Whether a message of a stream waits. */
  boolean hasMessage(int stream) {
    return !stream(stream).messages.isEmpty();
  }

  /** The next message of a stream, to be {@linkplain #lend lent}; null if there is none. */
  Message poll(int stream) {
    return stream(stream).messages.poll();
  }

  /**
   * Books a message out, whose array is the session's until it is {@linkplain #takeBack taken
   * back}.
   *
   * @return bytes that the peer may be told to send beside: 0 until half a window was received
   */
  int lend(int index, Message message) {
    Stream stream = stream(index);
    stream.lent = PayloadPool.keeps(message.payload().length) ? message.payload() : null;
    long cost = StreamWindow.cost(message.bytes());
    stream.held -= cost;
    unread -= cost;
    unreadBudget.giveBack(cost);
    stream.received += (int) cost;
    if (!window.isCreditDue(stream.received)) {
      return 0;
    }
    int credit = stream.received;
    stream.received = 0;
    return credit;
  }

  /** Takes back the array of the last message that was lent of a stream. */
  void takeBack(int index, PayloadPool payloads) {
    Stream stream = stream(index);
    if (stream.lent != null) {
      payloads.giveBack(stream.lent);
      stream.lent = null;
    }
  }

  /** Gives back what counts as pending: the session is open here, or over. */
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

package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mpc.exchange.Exchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Header of what travels on a connection; big-endian.
 *
 * <pre>
 *    0               4       5       6                              14
 *   +---------------+-------+-------+------------------------------+----------------------------+
 *   | length (4)    |type(1)|strm(1)| session: query high (8)      | session: query low (8)     |
 *   +---------------+-------+-------+------------------------------+----------------------------+
 *    22              26                             34              38
 *   +---------------+------------------------------+---------------+----------------------------+
 *   | range (4)     | step (8)                     | sequence (4)  | payload ...                |
 *   +---------------+------------------------------+---------------+----------------------------+
 *
 *   type        from      payload
 *   1 DATA      dialler   a message of a session's stream
 *   2 ABORT     both      why the session is over: UTF-8, at most 1024 bytes
 *   3 OPEN      dialler   32 random bytes, of which the session's key is made; from version 3 on
 *                         | the session's version (4)
 *   4 CREDIT    acceptor  how many bytes of a stream were received (4)
 *   5 HELLO     dialler   oldest version (4) | 32 random bytes; the first frame of a connection
 *   6 WELCOME   acceptor  oldest version (4) | 32 random bytes | window in bytes (4); answers HELLO
 *   7 ALIVE     both      nothing; sent when there was nothing else to send for a while
 * </pre>
 *
 * <p>The length counts what follows it: 34 and the payload. The sequence counts the DATA frames of
 * one sender in one stream of one session from 0. What a type has no use for is zero: step and
 * sequence of all but DATA, the stream of all but DATA and CREDIT, the session of the last three.
 *
 * <p>A greeting has the newest version that its sender speaks in the place of the sequence. A
 * release that knows version 2 alone writes 0 there and reads nothing: it takes the oldest version
 * for the only one, and so it goes on with a peer that speaks 2, and says which version it has met
 * otherwise. What a greeting says is laid out the same in every version.
 */
public record Frame(
    Type type, int stream, SessionId session, long step, int sequence, int payloadBytes) {
  static final int LENGTH = 0;
  static final int TYPE = 4;
  static final int STREAM = 5;
  static final int QUERY_HIGH = 6;
  static final int QUERY_LOW = 14;
  static final int RANGE = 22;
  static final int STEP = 26;
  static final int SEQUENCE = 34;
  static final int PAYLOAD = 38;

  /** Bytes that an end of a connection draws at random for a greeting or a session. */
  public static final int RANDOM_BYTES = 32;

  /** Version from which on OPEN, and a session's keys, have the session's version in them. */
  public static final int VERSION_OF_NAMED_SESSIONS = 3;

  /** Bytes of payload of HELLO. */
  public static final int HELLO_BYTES = Integer.BYTES + RANDOM_BYTES;

  /** Bytes of payload of WELCOME. */
  public static final int WELCOME_BYTES = HELLO_BYTES + Integer.BYTES;

  /** Bytes of payload of CREDIT. */
  public static final int CREDIT_BYTES = Integer.BYTES;

  /** Most bytes of payload of ABORT, and of a greeting of versions that are not spoken here. */
  public static final int MAX_REASON_BYTES = 1024;

  private static final int LONGEST_REASON = 300;
  private static final SessionId NO_SESSION = new SessionId(0, 0, 0);
  // Control and format characters and separators of lines: what could look like another line.
  private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  /** Kind of a frame; the drawing above says what each carries. */
  public enum Type {
    /** A message of a session's stream. */
    DATA(1),
    /** The end of a session. */
    ABORT(2),
    /** The beginning of a session. */
    OPEN(3),
    /** Room for more of a stream. */
    CREDIT(4),
    /** The dialler's greeting. */
    HELLO(5),
    /** The acceptor's greeting. */
    WELCOME(6),
    /** A sign of life. */
    ALIVE(7);

    private final byte code;

    Type(int code) {
      this.code = (byte) code;
    }
  }

  /** A DATA frame with the payload's remaining bytes, which are taken. */
  public static ByteBuf data(
      ByteBufAllocator allocator,
      SessionId session,
      int stream,
      long step,
      int sequence,
      ByteBuffer payload) {
    int bytes = payload.remaining();
    return header(allocator, Type.DATA, stream, session, step, sequence, bytes).writeBytes(payload);
  }

  /** An ABORT frame; a reason of more than 300 characters is cut. */
  public static ByteBuf abort(ByteBufAllocator allocator, SessionId session, String reason) {
    String cut = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    byte[] text = cut.getBytes(StandardCharsets.UTF_8);
    return header(allocator, Type.ABORT, 0, session, 0, 0, text.length).writeBytes(text);
  }

  /**
   * An OPEN frame with {@value #RANDOM_BYTES} random bytes.
   *
   * @param connection version of the connection that it goes over
   * @param version that of the session
   */
  public static ByteBuf open(
      ByteBufAllocator allocator, SessionId session, byte[] random, int connection, int version) {
    ByteBuf open =
        header(allocator, Type.OPEN, 0, session, 0, 0, openBytes(connection)).writeBytes(random);
    return connection < VERSION_OF_NAMED_SESSIONS ? open : open.writeInt(version);
  }

  /** Bytes of payload of OPEN over a connection of this version. */
  public static int openBytes(int connection) {
    return connection < VERSION_OF_NAMED_SESSIONS ? RANDOM_BYTES : RANDOM_BYTES + Integer.BYTES;
  }

  /**
   * Version of the session that OPEN's payload opens: over a connection that has no room for it,
   * that of the connection.
   */
  public static int openedVersion(byte[] payload, int connection) {
    return connection < VERSION_OF_NAMED_SESSIONS
        ? connection
        : ByteBuffer.wrap(payload).getInt(RANDOM_BYTES);
  }

  /** A CREDIT frame for so many bytes of a stream. */
  public static ByteBuf credit(
      ByteBufAllocator allocator, SessionId session, int stream, int bytes) {
    return header(allocator, Type.CREDIT, stream, session, 0, 0, CREDIT_BYTES).writeInt(bytes);
  }

  /** A HELLO frame with {@value #RANDOM_BYTES} random bytes. */
  public static ByteBuf hello(ByteBufAllocator allocator, Versions versions, byte[] random) {
    return header(allocator, Type.HELLO, 0, NO_SESSION, 0, versions.newest(), HELLO_BYTES)
        .writeInt(versions.oldest())
        .writeBytes(random);
  }

  /** A WELCOME frame with {@value #RANDOM_BYTES} random bytes and the window in bytes. */
  public static ByteBuf welcome(
      ByteBufAllocator allocator, Versions versions, byte[] random, int window) {
    return header(allocator, Type.WELCOME, 0, NO_SESSION, 0, versions.newest(), WELCOME_BYTES)
        .writeInt(versions.oldest())
        .writeBytes(random)
        .writeInt(window);
  }

  /** An ALIVE frame. */
  public static ByteBuf alive(ByteBufAllocator allocator) {
    return header(allocator, Type.ALIVE, 0, NO_SESSION, 0, 0, 0);
  }

  /** The reason in an ABORT's payload, fit for a log: one line without control characters. */
  public static String reason(byte[] payload) {
    return UNFIT.matcher(new String(payload, StandardCharsets.UTF_8)).replaceAll("?");
  }

  private static ByteBuf header(
      ByteBufAllocator allocator,
      Type type,
      int stream,
      SessionId session,
      long step,
      int sequence,
      int bytes) {
    return allocator
        .buffer(PAYLOAD + bytes)
        .writeInt(PAYLOAD - TYPE + bytes)
        .writeByte(type.code)
        .writeByte(stream)
        .writeLong(session.queryHigh())
        .writeLong(session.queryLow())
        .writeInt(session.range())
        .writeLong(step)
        .writeInt(sequence);
  }

  /**
   * Reads a header of {@link #PAYLOAD} bytes. The payload may be longer than allowed: its session
   * is known, and that one ends. Fields that a type has no use for are to be zero, but for
   * greetings, which may be another version's.
   *
   * @throws MalformedFrameException if the bytes cannot be a header, so that what follows means
   *     nothing either
   */
  public static Frame read(ByteBuffer header) throws MalformedFrameException {
    int length = header.getInt(LENGTH);
    if (length < PAYLOAD - TYPE) {
      throw new MalformedFrameException("sent a frame of length " + length);
    }
    int stream = Byte.toUnsignedInt(header.get(STREAM));
    if (stream >= Exchange.STREAMS) {
      throw new MalformedFrameException("sent a frame of stream " + stream);
    }
    Frame frame =
        new Frame(
            typeOf(header.get(TYPE)),
            stream,
            new SessionId(
                header.getLong(QUERY_HIGH), header.getLong(QUERY_LOW), header.getInt(RANGE)),
            header.getLong(STEP),
            header.getInt(SEQUENCE),
            length - (PAYLOAD - TYPE));
    frame.requireZeros();
    return frame;
  }

  /** Refuses fields that the type has no use for and that are not zero. */
  private void requireZeros() throws MalformedFrameException {
    boolean zeros =
        switch (type) {
          case DATA, HELLO, WELCOME -> true;
          case CREDIT -> step == 0 && sequence == 0;
          case ABORT, OPEN -> step == 0 && sequence == 0 && stream == 0;
          case ALIVE -> step == 0 && sequence == 0 && stream == 0 && session.equals(NO_SESSION);
        };
    if (!zeros) {
      throw new MalformedFrameException(
          "sent %s with fields that it does not have".formatted(type));
    }
  }

  /**
   * Refuses a payload of another length than the type has.
   *
   * @throws MalformedFrameException naming both
   */
  public void requirePayload(int bytes) throws MalformedFrameException {
    if (payloadBytes != bytes) {
      throw new MalformedFrameException(
          "sent %s with %d bytes, it takes %d".formatted(type, payloadBytes, bytes));
    }
  }

  /**
   * Version in which a connection goes on after the peer's greeting.
   *
   * @param oldest what the greeting's payload begins with
   * @param spoken here
   * @throws MalformedFrameException if the peer speaks no version that is spoken here, naming both
   */
  public int greetedVersion(int oldest, Versions spoken) throws MalformedFrameException {
    Versions peers;
    try {
      peers = new Versions(oldest, sequence == 0 ? oldest : sequence);
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException(
          "greeted with the versions %d to %d, which there are not".formatted(oldest, sequence));
    }
    return spoken
        .common(peers)
        .orElseThrow(() -> new MalformedFrameException(spoken.refusalOf(peers)));
  }

  private static Type typeOf(byte code) throws MalformedFrameException {
    for (Type type : Type.values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new MalformedFrameException("sent a frame of unknown type " + code);
  }

  /** Bytes on a connection that are no frames: it cannot be read any further. */
  public static final class MalformedFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with them, after the peer's name. */
    public MalformedFrameException(String reason) {
      super(reason);
    }
  }
}

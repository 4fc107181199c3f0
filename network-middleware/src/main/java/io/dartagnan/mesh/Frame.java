package io.dartagnan.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The header of what travels on a connection; big-endian.
 *
 * <pre>
 *    0               4       5                              13
 *   +---------------+-------+------------------------------+------------------------------+
 *   | length (4)    |type(1)| session: query high (8)      | session: query low (8)       |
 *   +---------------+-------+------------------------------+------------------------------+
 *    21              25                             33              37
 *   +---------------+------------------------------+---------------+----------------------+
 *   | range (4)     | step (8)                     | sequence (4)  | payload ...          |
 *   +---------------+------------------------------+---------------+----------------------+
 * </pre>
 *
 * <p>The length counts what follows it: 33 and the payload. The sequence counts the DATA frames of
 * one sender in one session from 0. An ABORT has step and sequence 0 and its reason in UTF-8, at
 * most {@value #MAX_REASON_BYTES} bytes, as payload.
 */
record Frame(Type type, SessionId session, long step, int sequence, int payloadBytes) {
  static final int LENGTH = 0;
  static final int TYPE = 4;
  static final int QUERY_HIGH = 5;
  static final int QUERY_LOW = 13;
  static final int RANGE = 21;
  static final int STEP = 25;
  static final int SEQUENCE = 33;
  static final int PAYLOAD = 37;

  static final int MAX_REASON_BYTES = 1024;
  private static final int LONGEST_REASON = 300;

  enum Type {
    DATA(1),
    ABORT(2);

    private final byte code;

    Type(int code) {
      this.code = (byte) code;
    }
  }

  /** Takes the payload's remaining bytes. */
  static ByteBuf data(
      ByteBufAllocator allocator, SessionId session, long step, int sequence, ByteBuffer payload) {
    int bytes = payload.remaining();
    return header(allocator, Type.DATA, session, step, sequence, bytes).writeBytes(payload);
  }

  /** A long reason is cut. */
  static ByteBuf abort(ByteBufAllocator allocator, SessionId session, String reason) {
    String cut = reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
    byte[] text = cut.getBytes(StandardCharsets.UTF_8);
    return header(allocator, Type.ABORT, session, 0, 0, text.length).writeBytes(text);
  }

  /** What a peer gave as its reason, fit for a log: one line without control characters. */
  static String reason(byte[] payload) {
    return new String(payload, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
  }

  private static ByteBuf header(
      ByteBufAllocator allocator,
      Type type,
      SessionId session,
      long step,
      int sequence,
      int bytes) {
    // On the heap, because that is where the JDK's TLS engine works.
    return allocator
        .heapBuffer(PAYLOAD + bytes)
        .writeInt(PAYLOAD - TYPE + bytes)
        .writeByte(type.code)
        .writeLong(session.queryHigh())
        .writeLong(session.queryLow())
        .writeInt(session.range())
        .writeLong(step)
        .writeInt(sequence);
  }

  /**
   * Reads a header of {@link #PAYLOAD} bytes. The payload may be longer than allowed: its session
   * is known, and that one ends.
   *
   * @throws MalformedFrameException if the bytes cannot be a header, so that what follows means
   *     nothing either
   */
  static Frame read(ByteBuffer header) throws MalformedFrameException {
    int length = header.getInt(LENGTH);
    if (length < PAYLOAD - TYPE) {
      throw new MalformedFrameException("sent a frame of length " + length);
    }
    return new Frame(
        typeOf(header.get(TYPE)),
        new SessionId(header.getLong(QUERY_HIGH), header.getLong(QUERY_LOW), header.getInt(RANGE)),
        header.getLong(STEP),
        header.getInt(SEQUENCE),
        length - (PAYLOAD - TYPE));
  }

  private static Type typeOf(byte code) throws MalformedFrameException {
    for (Type type : Type.values()) {
      if (type.code == code) {
        return type;
      }
    }
    throw new MalformedFrameException("sent a frame of unknown type " + code);
  }
}

package io.dartagnan.audit;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** The parts that the answers to an {@link AuditRequest} have in common. */
final class AuditFormat {
  private AuditFormat() {}

  /** Reads layout and flags; whether it is the last page. */
  static boolean readHeader(ByteBuffer from, byte layout) {
    if (from.get() != layout) {
      throw new IllegalArgumentException(
          "an answer of an unknown layout to an audit was received; client and clouds must be of one release");
    }
    byte last = from.get();
    if ((last & ~1) != 0) {
      throw new IllegalArgumentException("an answer with unknown flags to an audit was received");
    }
    return last == 1;
  }

  /** Number of elements to make room for: no more than the bytes that are there could hold. */
  static int capacity(int count, ByteBuffer from) {
    return Math.min(Math.max(count, 0), from.remaining() / Long.BYTES);
  }

  static void requireEnd(ByteBuffer from, int count) {
    if (count < 0 || from.hasRemaining()) {
      throw new IllegalArgumentException("an answer with a wrong count to an audit was received");
    }
  }

  static IllegalArgumentException cutShort(BufferUnderflowException cause) {
    return new IllegalArgumentException(
        "an answer that is cut short to an audit was received", cause);
  }
}

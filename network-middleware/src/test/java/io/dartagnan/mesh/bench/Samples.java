package io.dartagnan.mesh.bench;

import io.netty.buffer.ByteBuf;

/**
 * Marks in a stream of messages of one length: a byte at every {@value #APART}th offset of a
 * message and at its last. Each depends on its place in the whole stream, so that a message lost,
 * doubled, shifted or out of order shows; there are few enough of them to cost next to nothing.
 */
final class Samples {
  private static final int APART = 1024;
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private final int bytes;

  /** Samples for messages of this length. */
  Samples(int bytes) {
    this.bytes = bytes;
  }

  /** Makes this array the message of this number, from 0. */
  void mark(byte[] message, long number) {
    long start = number * bytes;
    for (long at = nextFrom(start); at < start + bytes; at = nextFrom(at + 1)) {
      message[(int) (at - start)] = mark(at);
    }
  }

  /**
   * Checks the marks in a piece of the stream, wherever it was cut.
   *
   * @param from where in the stream the buffer's readable bytes begin
   * @throws WrongEchoException naming the message
   */
  void check(ByteBuf piece, long from) {
    long end = from + piece.readableBytes();
    for (long at = nextFrom(from); at < end; at = nextFrom(at + 1)) {
      if (piece.getByte(piece.readerIndex() + (int) (at - from)) != mark(at)) {
        throw new WrongEchoException(
            "message %d of %d bytes came back with another byte at offset %d"
                .formatted(at / bytes, bytes, at % bytes));
      }
    }
  }

  private long nextFrom(long at) {
    long offset = at % bytes;
    long marked = (offset + APART - 1) / APART * APART;
    return at - offset + Math.min(marked, bytes - 1);
  }

  private static byte mark(long at) {
    return (byte) ((at + 1) * SCATTER >>> 56);
  }
}

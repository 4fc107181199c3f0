package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * One stream of the exchange, as words: packs those of a step into one message. Used by one thread
 * at a time.
 *
 * <p>Words travel least significant byte first, so that a message is copied and not turned around.
 * What is longer than a message is not cut in two: parties that send each other two messages in one
 * round would wait for each other ({@link Exchange#send}).
 */
final class Carrier {
  private static final int FIRST_BUFFER_BYTES = 1 << 12;

  private final Exchange exchange;
  private ByteBuffer buffer = allocate(FIRST_BUFFER_BYTES);

  Carrier(Exchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Sends words, part after part.
   *
   * @param path what the step is called in an error
   * @throws IllegalArgumentException if they are more than a message takes; nothing is sent
   */
  void send(Party to, long step, String path, long[][] parts) {
    long words = 0;
    for (long[] part : parts) {
      words += part.length;
    }
    requireOneMessage(path, words);
    ByteBuffer payload = empty((int) words * Long.BYTES);
    LongBuffer into = payload.asLongBuffer();
    for (long[] part : parts) {
      into.put(part);
    }
    exchange.send(to, step, payload.limit((int) words * Long.BYTES));
  }

  /**
   * Receives as many words.
   *
   * @param path what the step is called in an error
   * @throws ProtocolException if the peer sends another number of words
   * @throws IllegalArgumentException if no message has so many; nothing is waited for
   */
  long[] receive(Party from, long step, String path, int words) {
    requireOneMessage(path, words);
    ByteBuffer payload = exchange.receive(from, step);
    if (payload.remaining() != words * Long.BYTES) {
      throw new ProtocolException(
          from,
          "sent %d bytes in step %s, which takes %d"
              .formatted(payload.remaining(), path, words * Long.BYTES));
    }
    long[] received = new long[words];
    payload.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(received);
    return received;
  }

  private static void requireOneMessage(String path, long words) {
    if (words > Exchange.MAX_PAYLOAD_BYTES / Long.BYTES) {
      throw new IllegalArgumentException(
          "a message of %d bytes was given in step %s, at most %d are allowed; evaluate smaller batches"
              .formatted(words * Long.BYTES, path, Exchange.MAX_PAYLOAD_BYTES));
    }
  }

  void sendBytes(Party to, long step, byte[] bytes) {
    exchange.send(to, step, ByteBuffer.wrap(bytes));
  }

  /** The caller's own. */
  ByteBuffer receiveBytes(Party from, long step) {
    ByteBuffer lent = exchange.receive(from, step);
    return ByteBuffer.allocate(lent.remaining()).put(lent).flip();
  }

  private ByteBuffer empty(int bytes) {
    if (buffer.capacity() < bytes) {
      buffer = allocate(Math.max(bytes, 2 * buffer.capacity()));
    }
    return buffer.clear();
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}

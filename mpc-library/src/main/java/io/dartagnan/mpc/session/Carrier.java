package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/**
 * One stream of the exchange, as words: packs them into messages and cuts what is longer than one.
 * Used by one thread at a time.
 *
 * <p>Words travel least significant byte first, so that a message is copied and not turned around.
 */
final class Carrier {
  private static final int PAYLOAD_WORDS = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;
  private static final int FIRST_BUFFER_BYTES = 1 << 12;

  private final Exchange exchange;
  private ByteBuffer buffer = allocate(FIRST_BUFFER_BYTES);

  Carrier(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Sends words, part after part. */
  void send(Party to, long step, long[][] parts) {
    int words = 0;
    for (long[] part : parts) {
      words += part.length;
    }
    int room = Math.min(words, PAYLOAD_WORDS);
    ByteBuffer payload = empty(room * Long.BYTES);
    LongBuffer into = payload.asLongBuffer();
    for (long[] part : parts) {
      for (int at = 0; at < part.length; ) {
        if (into.position() == PAYLOAD_WORDS) {
          exchange.send(to, step, payload.limit(PAYLOAD_WORDS * Long.BYTES));
          payload.clear();
          into.clear();
        }
        int length = Math.min(room - into.position(), part.length - at);
        into.put(part, at, length);
        at += length;
      }
    }
    exchange.send(to, step, payload.limit(into.position() * Long.BYTES));
  }

  /**
   * Receives as many words.
   *
   * @param path what the step is called in an error
   * @throws ProtocolException if the peer sends another number of words
   */
  long[] receive(Party from, long step, String path, int words) {
    long[] received = new long[words];
    int at = 0;
    do {
      int expected = Math.min(words - at, PAYLOAD_WORDS);
      ByteBuffer payload = exchange.receive(from, step);
      if (payload.remaining() != expected * Long.BYTES) {
        throw new ProtocolException(
            from,
            "sent %d bytes in step %s, which takes %d"
                .formatted(payload.remaining(), path, expected * Long.BYTES));
      }
      payload.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(received, at, expected);
      at += expected;
    } while (at < words);
    return received;
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

package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.Party;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One message as the party that received it saw it.
 *
 * @param from who sent it
 * @param step the number it carried
 * @param depth how many messages are on the longest chain that ends with it
 * @param payload its bytes
 */
public record View(Party from, long step, int depth, byte[] payload) {

  /** Number of its bits. */
  public long bits() {
    return 8L * payload.length;
  }

  /**
   * The payload as {@link io.dartagnan.mpc.session.Context} reads it, least significant byte first;
   * zeros fill up the last word.
   */
  public long[] words() {
    byte[] whole = Arrays.copyOf(payload, (payload.length + 7) / Long.BYTES * Long.BYTES);
    long[] words = new long[whole.length / Long.BYTES];
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    return words;
  }

  /** Origin and length of the message, never its words. */
  @Override
  public String toString() {
    return "message of %d bytes from %s in step %016x".formatted(payload.length, from, step);
  }
}

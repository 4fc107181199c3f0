package io.dartagnan.mesh.inbound;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Pool of the arrays that messages are received in. Those that sessions are done with are used
 * again, the last first: the JVM clears a new array before it is written, and one used a moment ago
 * is in the processor's cache.
 *
 * <p>An array that nobody gives back is the garbage collector's, so that a session may end in any
 * way.
 */
final class PayloadPool {
  // Below, making one costs no more than finding one; above, they are rare.
  static final int LEAST_BYTES = 1 << 12;
  static final int MOST_BYTES = 1 << 20;
  static final int MAX_SPARE_BYTES = 1 << 24;
  // Lengths are rounded up to one of so many between a power of two and the next.
  private static final int LENGTHS_PER_DOUBLING = 4;

  private final Map<Integer, ArrayDeque<byte[]>> spare = new HashMap<>();
  private int spareBytes;

  /** Whether arrays of this length are worth giving back. */
  static boolean keeps(int bytes) {
    return bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
  }

  /** An array of at least so many bytes, up to a quarter longer; it holds anything. */
  byte[] take(int bytes) {
    if (!keeps(bytes)) {
      return new byte[bytes];
    }
    int length = roundedUp(bytes);
    synchronized (this) {
      ArrayDeque<byte[]> ofLength = spare.get(length);
      if (ofLength != null && !ofLength.isEmpty()) {
        spareBytes -= length;
        return ofLength.pop();
      }
    }
    return new byte[length];
  }

  /** Takes an array back that {@link #take} gave and nobody uses any more. */
  void giveBack(byte[] array) {
    int length = array.length;
    if (!keeps(length)) {
      return;
    }
    synchronized (this) {
      if (spareBytes + length <= MAX_SPARE_BYTES) {
        spareBytes += length;
        spare.computeIfAbsent(length, ignored -> new ArrayDeque<>()).push(array);
      }
    }
  }

  synchronized int spareBytes() {
    return spareBytes;
  }

  private static int roundedUp(int bytes) {
    int unit = Math.max(1, Integer.highestOneBit(bytes - 1) / LENGTHS_PER_DOUBLING);
    return (bytes + unit - 1) / unit * unit;
  }
}

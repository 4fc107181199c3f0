package io.dartagnan.write;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The knowledge of a writer about the fate of its own writes: which of them are settled.
 *
 * <p>A write is settled when it is on all three clouds, or when what some clouds had of it is gone
 * and cannot come back. A cloud may let a newer settled version take the place of an older one, and
 * must not let an unsettled one do so: another cloud may never have it.
 *
 * <p>Clouds hear it with each mutation, as a part of its {@link WriteMark}, and by themselves as an
 * attribute of a get, which is then answered with nothing:
 *
 * <pre>
 *   layout (1) | writer (8) | through (8) | count (1) | torn stamps (8 each)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param writer a random number that a process of the application draws, and draws anew when it
 *     goes on as another writer
 * @param through the greatest stamp such that every write of the writer with that stamp or a lower
 *     one is settled, apart from the torn ones; such writes are all begun
 * @param torn stamps of writes, at most {@value #MOST_TORN}, that failed and may be on some clouds;
 *     ascending
 */
public record Settlement(long writer, long through, long[] torn) {

  /** Name of the attribute of a get that does nothing but tell it. */
  public static final String ATTRIBUTE = "dartagnan.settlement";

  /** Most stamps that one settlement names. */
  public static final int MOST_TORN = 64;

  private static final byte LAYOUT = 1;
  private static final int FIXED_BYTES = 2 * Long.BYTES + 1;

  /** Checks the number of torn writes and their order. */
  public Settlement {
    if (torn.length > MOST_TORN) {
      throw new IllegalArgumentException(
          torn.length + " torn writes were given, " + MOST_TORN + " are allowed");
    }
    torn = torn.clone();
    for (int i = 1; i < torn.length; i++) {
      if (torn[i - 1] >= torn[i]) {
        throw new IllegalArgumentException("stamps of torn writes must ascend");
      }
    }
  }

  @Override
  public long[] torn() {
    return torn.clone();
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteBuffer into = ByteBuffer.allocate(1 + bytes()).put(LAYOUT);
    write(into);
    return into.array();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Settlement decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    if (value.length == 0 || from.get() != LAYOUT) {
      throw new IllegalArgumentException(
          "a settlement of %d bytes and an unknown layout was received".formatted(value.length));
    }
    try {
      return read(from);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a settlement of " + value.length + " bytes was received, it is cut short", e);
    }
  }

  /** Bytes of it as a part of a layout. */
  int bytes() {
    return FIXED_BYTES + torn.length * Long.BYTES;
  }

  /** Writes it as the last part of a layout. */
  void write(ByteBuffer into) {
    into.putLong(writer).putLong(through).put((byte) torn.length);
    for (long stamp : torn) {
      into.putLong(stamp);
    }
  }

  /**
   * Reads it as the last part of a layout.
   *
   * @throws IllegalArgumentException if what is left is none
   * @throws BufferUnderflowException if what is left is too short for any
   */
  static Settlement read(ByteBuffer from) {
    long writer = from.getLong();
    long through = from.getLong();
    int count = Byte.toUnsignedInt(from.get());
    if (count > MOST_TORN || from.remaining() != count * Long.BYTES) {
      throw new IllegalArgumentException(
          "a settlement with %d torn writes in %d bytes was received"
              .formatted(count, from.remaining()));
    }
    long[] torn = new long[count];
    for (int i = 0; i < count; i++) {
      torn[i] = from.getLong();
    }
    return new Settlement(writer, through, torn);
  }

  /** Whether a write of this writer with this stamp is settled. */
  public boolean isSettled(long stamp) {
    return stamp <= through && Arrays.binarySearch(torn, stamp) < 0;
  }

  /**
   * The newer of this and another of the same writer. While {@code through} stays, torn writes are
   * settled and none is added.
   */
  public Settlement newer(Settlement other) {
    if (other.through != through) {
      return other.through > through ? other : this;
    }
    return other.torn.length <= torn.length ? other : this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settlement that
        && writer == that.writer
        && through == that.through
        && Arrays.equals(torn, that.torn);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(writer) * 31 * 31 + Long.hashCode(through) * 31 + Arrays.hashCode(torn);
  }

  @Override
  public String toString() {
    return "settlement of writer %016x through %d but for %s"
        .formatted(writer, through, Arrays.toString(torn));
  }
}

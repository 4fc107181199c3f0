package io.dartagnan.write;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Attribute of every mutation that the Safe Client sends to a cloud.
 *
 * <pre>
 *   layout (1) | stamp (8) | schema (8) | writer (8) | through (8) | count (1) | torn stamps (8 each)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param stamp the write's place in the order of the row's writes, in milliseconds of a hybrid
 *     logical clock; the timestamp of every cell that has none of the application's own. It is the
 *     same on all three clouds
 * @param schema the digest of the schema by which the mutation was split
 * @param settlement what the writer knows of its own earlier writes
 */
public record WriteMark(long stamp, long schema, Settlement settlement) {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.write";

  private static final byte LAYOUT = 1;
  private static final int FIXED_BYTES = 1 + 4 * Long.BYTES + 1;

  /** The attribute's value. */
  public byte[] encode() {
    long[] torn = settlement.torn();
    ByteBuffer into =
        ByteBuffer.allocate(FIXED_BYTES + torn.length * Long.BYTES)
            .put(LAYOUT)
            .putLong(stamp)
            .putLong(schema)
            .putLong(settlement.writer())
            .putLong(settlement.through())
            .put((byte) torn.length);
    for (long each : torn) {
      into.putLong(each);
    }
    return into.array();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static WriteMark decode(byte[] value) {
    ByteBuffer from = ByteBuffer.wrap(value);
    try {
      byte layout = from.get();
      if (layout != LAYOUT) {
        throw new IllegalArgumentException(
            "a write mark of layout %d was received, layout %d is known; client and clouds must be of one release"
                .formatted(layout, LAYOUT));
      }
      long stamp = from.getLong();
      long schema = from.getLong();
      long writer = from.getLong();
      long through = from.getLong();
      int count = Byte.toUnsignedInt(from.get());
      if (count > Settlement.MOST_TORN || from.remaining() != count * Long.BYTES) {
        throw new IllegalArgumentException(
            "a write mark with %d torn writes in %d bytes was received"
                .formatted(count, from.remaining()));
      }
      long[] torn = new long[count];
      for (int i = 0; i < count; i++) {
        torn[i] = from.getLong();
      }
      return new WriteMark(stamp, schema, new Settlement(writer, through, torn));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a write mark of " + value.length + " bytes was received, it is cut short", e);
    }
  }
}

package io.dartagnan.write;

import io.dartagnan.wire.Layout;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Attribute of every mutation that the Safe Client sends to a cloud.
 *
 * <pre>
 *   layout (1) | insisting (1) | stamp (8) | schema (8)
 *   | writer (8) | through (8) | count (1) | torn stamps (8 each)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param stamp the write's place in the order of the row's writes, in milliseconds of a hybrid
 *     logical clock; the timestamp of every cell that has none of the application's own. It is the
 *     same on all three clouds
 * @param schema the digest of the schema by which the mutation was split
 * @param settlement what the writer knows of its own earlier writes
 * @param insisting whether another cloud has accepted the same write. Then no write with a later
 *     stamp was acknowledged before this one began, since it would be on that cloud too: the two
 *     are concurrent, and this one may take its place below the later one
 */
public record WriteMark(long stamp, long schema, Settlement settlement, boolean insisting) {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.write";

  private static final byte LAYOUT = 1;
  private static final int FIXED_BYTES = 2 + 2 * Long.BYTES;

  /** The mark of a write that is sent for the first time. */
  public WriteMark(long stamp, long schema, Settlement settlement) {
    this(stamp, schema, settlement, false);
  }

  /** The mark of the same write for the clouds that refused it, after one that accepted it. */
  public WriteMark insist() {
    return new WriteMark(stamp, schema, settlement, true);
  }

  /** The attribute's value. */
  public byte[] encode() {
    ByteBuffer into =
        ByteBuffer.allocate(FIXED_BYTES + settlement.bytes())
            .put(LAYOUT)
            .put((byte) (insisting ? 1 : 0))
            .putLong(stamp)
            .putLong(schema);
    settlement.write(into);
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
      Layout.requireOfClient("a write mark", from.get(), LAYOUT);
      byte insisting = from.get();
      if ((insisting & ~1) != 0) {
        throw new IllegalArgumentException("a write mark with unknown flags was received");
      }
      long stamp = from.getLong();
      long schema = from.getLong();
      return new WriteMark(stamp, schema, Settlement.read(from), insisting == 1);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "a write mark of " + value.length + " bytes was received, it is cut short", e);
    }
  }
}

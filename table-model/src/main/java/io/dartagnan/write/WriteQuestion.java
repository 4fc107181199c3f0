package io.dartagnan.write;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;

/**
 * Question to a cloud whether it has a write, as an attribute of a get of the write's row. The
 * cloud answers with one cell, without a value, if it has, and with none if it has not.
 *
 * <pre>
 *   writer (8) | stamp (8) | whether it closes (1)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param writer the number of the writer, as in its {@link Settlement}; with the stamp it tells the
 *     write from every other of the row
 * @param stamp the write's, as in its {@link WriteMark}
 * @param closes whether the cloud is to refuse the write from the answer on, if it comes yet; so it
 *     does with all writes of the row that have this stamp or an older one
 */
public record WriteQuestion(long writer, long stamp, boolean closes) {
  private static final String ATTRIBUTE = "dartagnan.write.sought";
  private static final int BYTES = 2 * Long.BYTES + 1;

  /** Has a get ask it. */
  public void askBy(Get get) {
    get.setAttribute(
        ATTRIBUTE,
        ByteBuffer.allocate(BYTES)
            .putLong(writer)
            .putLong(stamp)
            .put((byte) (closes ? 1 : 0))
            .array());
  }

  /**
   * The question that a get asks; empty for any other get.
   *
   * @throws IllegalArgumentException if the attribute is none
   */
  public static Optional<WriteQuestion> askedBy(Get get) {
    byte[] value = get.getAttribute(ATTRIBUTE);
    if (value == null) {
      return Optional.empty();
    }
    if (value.length != BYTES || (value[BYTES - 1] & ~1) != 0) {
      throw new IllegalArgumentException(
          "a write was asked for in %d bytes of an unknown layout, %d are known"
              .formatted(value.length, BYTES));
    }
    ByteBuffer from = ByteBuffer.wrap(value);
    return Optional.of(new WriteQuestion(from.getLong(), from.getLong(), from.get() == 1));
  }
}

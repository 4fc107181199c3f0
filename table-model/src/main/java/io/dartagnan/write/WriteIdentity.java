package io.dartagnan.write;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Number and stamp by which a write is told from every other: those of different writers may have
 * one stamp. As the attribute of a scan it asks for the cells of that write alone, among them its
 * delete markers, which look like those of another write with its stamp.
 *
 * <pre>
 *   writer (8) | stamp (8)
 * </pre>
 *
 * Both are big-endian.
 *
 * @param writer the number of the writer, as in its {@link Settlement}
 * @param stamp the write's, as in its {@link WriteMark}
 */
public record WriteIdentity(long writer, long stamp) {
  private static final String ATTRIBUTE = "dartagnan.write.sought";

  /** Has a scan return nothing else. Of markers only raw scans return any. */
  public void seekBy(Scan scan) {
    scan.setAttribute(
        ATTRIBUTE, ByteBuffer.allocate(2 * Long.BYTES).putLong(writer).putLong(stamp).array());
  }

  /**
   * The write whose cells a scan asks for; empty for all.
   *
   * @throws IllegalArgumentException if the attribute is none
   */
  public static Optional<WriteIdentity> soughtBy(Scan scan) {
    byte[] value = scan.getAttribute(ATTRIBUTE);
    if (value == null) {
      return Optional.empty();
    }
    if (value.length != 2 * Long.BYTES) {
      throw new IllegalArgumentException(
          "the identity of a write of %d bytes was received, it has %d"
              .formatted(value.length, 2 * Long.BYTES));
    }
    ByteBuffer from = ByteBuffer.wrap(value);
    return Optional.of(new WriteIdentity(from.getLong(), from.getLong()));
  }
}

package io.dartagnan.write;

import io.dartagnan.wire.Fields;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;

/**
 * Versions of one column at one timestamp, of which HBase shows the last alone: a write with a
 * timestamp of the application's own takes the place of the version that is there. A cloud keeps
 * those below the last until that one is known to be on all three clouds, so that a write which did
 * not reach all of them hides nothing that did.
 *
 * <pre>
 *   layout (1) | for each, last first:
 *     writer is known (1) | writer (8) | stamp (8) | length (2) | tags | length (4) | value
 * </pre>
 *
 * All numbers are big-endian.
 *
 * <p>A get with the attribute {@value #ATTRIBUTE}, whose value is the layout, is answered with them
 * in the place of each cell's value, and without the tags, which are the cloud's own.
 *
 * @param versions at least one, the last that came first
 */
public record ReplacedVersions(List<Version> versions) {

  /** Name of the attribute of a get that asks for them. */
  public static final String ATTRIBUTE = "dartagnan.replaced";

  private static final byte LAYOUT = 1;
  private static final int FIXED_BYTES = 1 + 2 * Long.BYTES + Short.BYTES + Integer.BYTES;

  /**
   * A version.
   *
   * @param known whether it is known whose it is
   * @param writer the number of the writer; 0 if it is not known
   * @param stamp the write's; 0 if the writer is not known
   * @param tags HBase's other tags of the cell, in HBase's form
   */
  public record Version(boolean known, long writer, long stamp, byte[] tags, byte[] value) {

    /** Whether a write put it there; not if it is not known whose it is. */
    public boolean isOf(long itsWriter, long itsStamp) {
      return known && writer == itsWriter && stamp == itsStamp;
    }

    /** Whether two may be of one write, as far as is known of their writers. */
    public boolean mayBeOneWith(Version other) {
      return !known || !other.known || isOf(other.writer, other.stamp);
    }

    private int bytes() {
      return FIXED_BYTES + tags.length + value.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Version that
          && known == that.known
          && writer == that.writer
          && stamp == that.stamp
          && Arrays.equals(tags, that.tags)
          && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(writer) * 31 + Long.hashCode(stamp);
    }

    @Override
    public String toString() {
      return "version of the write " + stamp;
    }
  }

  /** Keeps a copy of the list. */
  public ReplacedVersions {
    versions = List.copyOf(versions);
  }

  /** Has a get ask for them. */
  public static Get askedBy(Get get) {
    get.setAttribute(ATTRIBUTE, new byte[] {LAYOUT});
    return get;
  }

  /**
   * Whether a get asks for them.
   *
   * @throws IllegalArgumentException if it does in an unknown layout
   */
  public static boolean areAskedBy(Get get) {
    byte[] value = get.getAttribute(ATTRIBUTE);
    if (value != null && !Arrays.equals(value, new byte[] {LAYOUT})) {
      throw new IllegalArgumentException(
          "versions of one timestamp were asked for in %d bytes of an unknown layout"
              .formatted(value.length));
    }
    return value != null;
  }

  /** The number of bytes that they take. */
  public int bytes() {
    return 1 + versions.stream().mapToInt(Version::bytes).sum();
  }

  /** The bytes. */
  public byte[] encode() {
    ByteBuffer into = ByteBuffer.allocate(bytes()).put(LAYOUT);
    for (Version each : versions) {
      into.put((byte) (each.known ? 1 : 0))
          .putLong(each.writer)
          .putLong(each.stamp)
          .putShort((short) each.tags.length)
          .put(each.tags)
          .putInt(each.value.length)
          .put(each.value);
    }
    return into.array();
  }

  /**
   * Reads the bytes.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static ReplacedVersions decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    List<Version> versions = new ArrayList<>();
    try {
      boolean isLayout = from.get() == LAYOUT;
      while (isLayout && from.hasRemaining()) {
        byte known = from.get();
        isLayout = (known & ~1) == 0;
        versions.add(
            new Version(
                known == 1,
                from.getLong(),
                from.getLong(),
                Fields.getBytes(from, Short.toUnsignedInt(from.getShort())),
                Fields.getBytes(from, from.getInt())));
      }
      if (isLayout && !versions.isEmpty()) {
        return new ReplacedVersions(versions);
      }
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException(
          "versions of one timestamp were received in %d bytes, they are cut short"
              .formatted(bytes.length),
          e);
    }
    throw new IllegalArgumentException(
        "versions of one timestamp were received in %d bytes of an unknown layout; is the cloud's coprocessor of an earlier release?"
            .formatted(bytes.length));
  }

  /** A cell of an answer: the cell that HBase shows, with these for its value. */
  public Cell on(Cell shown) {
    return withValue(shown, encode());
  }

  /** The cell of one of them, without tags, as HBase would show it. */
  public static Cell cell(Cell shown, Version version) {
    return withValue(shown, version.value);
  }

  /** The cell of another value, without tags. */
  public static Cell withValue(Cell cell, byte[] value) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.Put,
        value);
  }
}

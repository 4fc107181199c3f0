package io.dartagnan.repair;

import java.nio.ByteBuffer;

/**
 * What a repair has done: the part of a page that only the cloud that is rebuilt fills.
 *
 * <pre>
 *   rows (8) | versions (8) | unsettled (8) | deleted (8) | alone (8)
 * </pre>
 *
 * All numbers are big-endian.
 *
 * @param rows rows with at least one version that was rebuilt
 * @param versions versions that were rebuilt
 * @param unsettled how many of them neither giver knows to have been on all three clouds
 * @param deleted versions that were left, since the cloud that is rebuilt has deleted them
 * @param alone versions that were left, since only one of the givers has them, or the two have them
 *     of different writes
 */
public record RepairCounts(long rows, long versions, long unsettled, long deleted, long alone) {

  /** Of nothing. */
  public static final RepairCounts NONE = new RepairCounts(0, 0, 0, 0, 0);

  private static final int BYTES = 5 * Long.BYTES;

  /** The sum of both. */
  public RepairCounts plus(RepairCounts other) {
    return new RepairCounts(
        rows + other.rows,
        versions + other.versions,
        unsettled + other.unsettled,
        deleted + other.deleted,
        alone + other.alone);
  }

  /** The bytes of it. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .putLong(rows)
        .putLong(versions)
        .putLong(unsettled)
        .putLong(deleted)
        .putLong(alone)
        .array();
  }

  /**
   * Reads the bytes of it.
   *
   * @throws IllegalArgumentException if they are not as many
   */
  public static RepairCounts decode(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "the counts of a repair have %d bytes, %d were received".formatted(BYTES, bytes.length));
    }
    ByteBuffer from = ByteBuffer.wrap(bytes);
    return new RepairCounts(
        from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.getLong());
  }
}

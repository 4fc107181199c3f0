package io.dartagnan.server.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Look-up, for a compaction, of versions that are settled and that the region still shows. It meets
 * them in the order of rows, and reads once what a row has at one timestamp: a put gives it to all
 * of its columns.
 *
 * <p>What is known of writes is taken before a row is read. The other way round a write could be
 * rolled back, and its settlement heard, between the two. For one thread.
 */
final class ReadVersions {
  /** Timestamps of one row that are remembered at a time. */
  private static final int MOST_TIMESTAMPS = 16;

  private final StandingCells region;
  private final Supplier<SettledWrites> known;
  private final Map<Long, Map<byte[], WriteTag>> byTimestamp = new HashMap<>();
  private byte[] row;
  private SettledWrites settledWrites;

  /**
   * Nothing is read yet.
   *
   * @param known what is known of writes now; learns nothing later
   */
  ReadVersions(StandingCells region, Supplier<SettledWrites> known) {
    this.region = region;
    this.known = known;
  }

  /**
   * Whether a version's write is settled, and the version there to be read.
   *
   * @throws UncheckedIOException if the region cannot be read
   */
  boolean isSettled(Cell version, WriteTag tag) {
    if (row == null || !CellUtil.matchingRows(version, row)) {
      row = CellUtil.cloneRow(version);
      settledWrites = known.get();
      byTimestamp.clear();
    }
    return tag.isSettledBy(settledWrites) && isRead(version, tag);
  }

  private boolean isRead(Cell version, WriteTag tag) {
    if (byTimestamp.size() >= MOST_TIMESTAMPS) {
      byTimestamp.clear();
    }
    return tag.equals(
        byTimestamp
            .computeIfAbsent(version.getTimestamp(), timestamp -> read(version, timestamp))
            .get(CellUtil.cloneQualifier(version)));
  }

  /** The tags of the versions at a timestamp by their qualifiers. */
  private Map<byte[], WriteTag> read(Cell version, long timestamp) {
    Map<byte[], WriteTag> tags = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    try {
      for (Cell cell : region.readAt(row, CellUtil.cloneFamily(version), timestamp)) {
        WriteTag.in(cell).ifPresent(tag -> tags.put(CellUtil.cloneQualifier(cell), tag));
      }
    } catch (NotServingRegionException e) {
      // The region closes: its next server will know.
      return tags;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tags;
  }
}

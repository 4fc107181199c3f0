package io.dartagnan.server.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;

/**
 * Look-up, for a compaction, of versions that are settled and that the region still shows. It meets
 * them in the order of rows, and reads once what a row has at one timestamp: a put gives it to all
 * of its columns.
 *
 * <p>What is known of writes is taken before a row is read. The other way round a write could be
 * withdrawn, and its settlement heard, between the two. For one thread.
 */
final class ReadVersions {
  /** Timestamps of one row that are remembered at a time. */
  private static final int MOST_TIMESTAMPS = 16;

  private final StandingCells region;
  private final Supplier<Fates> known;
  private final Map<Long, List<Cell>> byTimestamp = new HashMap<>();
  private byte[] row;
  private Fates fates;

  /**
   * Nothing is read yet.
   *
   * @param known what is known of writes now; learns nothing later
   */
  ReadVersions(StandingCells region, Supplier<Fates> known) {
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
      fates = known.get();
      byTimestamp.clear();
    }
    return tag.isSettledBy(fates) && isRead(version, tag);
  }

  private boolean isRead(Cell version, WriteTag tag) {
    if (byTimestamp.size() >= MOST_TIMESTAMPS) {
      byTimestamp.clear();
    }
    return byTimestamp
        .computeIfAbsent(version.getTimestamp(), timestamp -> read(version, timestamp))
        .stream()
        .anyMatch(
            cell ->
                CellUtil.matchingQualifier(cell, version)
                    && WriteTag.in(cell).filter(tag::equals).isPresent());
  }

  private List<Cell> read(Cell version, long timestamp) {
    try {
      return region.readAt(row, CellUtil.cloneFamily(version), timestamp);
    } catch (NotServingRegionException e) {
      // The region closes: its next server will know.
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

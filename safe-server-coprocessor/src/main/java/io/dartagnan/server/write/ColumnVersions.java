package io.dartagnan.server.write;

import io.dartagnan.server.write.ServerWrites.WriteCounts;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.KeyValue;

/**
 * Decides which versions of each column a flush or a compaction writes, cell by cell in HBase's
 * order: a version goes once as many newer durable settled ones of its column as were declared have
 * passed. One that was not made durable goes once as many settled ones have, durable or not, but
 * for those that some cloud was found to have lost.
 */
final class ColumnVersions {

  /** Judges a version that a write's tag is still on. */
  @FunctionalInterface
  interface Settling {

    /** Whether the version's write is settled, and may take the place of an older one. */
    boolean isSettled(Cell version, WriteTag tag);
  }

  private final int declared;
  private final long smallestReadPoint;
  private final Settling settling;
  private final Predicate<WriteTag> disputed;
  private final WriteCounts counts;

  private Cell column;
  private int versions;
  private int settled;
  private int durable;
  private boolean hasDelete;
  private long deleted;
  private long oldestUnsettled = Long.MAX_VALUE;

  /**
   * Versions of one store.
   *
   * @param declared how many settled versions of a column are kept
   * @param smallestReadPoint sequence id up to which every open scanner sees the cells; what some
   *     scanner does not see takes nobody's place
   * @param disputed whether a version that was not made durable may be missing on another cloud
   */
  ColumnVersions(
      int declared,
      long smallestReadPoint,
      Settling settling,
      Predicate<WriteTag> disputed,
      WriteCounts counts) {
    this.declared = declared;
    this.smallestReadPoint = smallestReadPoint;
    this.settling = settling;
    this.disputed = disputed;
    this.counts = counts;
  }

  /** What is to be written of the next cell: itself, or without its tag; null for nothing. */
  Cell retain(Cell cell) {
    if (column == null
        || !CellUtil.matchingRows(column, cell)
        || !CellUtil.matchingQualifier(column, cell)) {
      versions = 0;
      settled = 0;
      durable = 0;
      hasDelete = false;
    }
    column = cell;
    if (!CellUtil.isPut(cell)) {
      if (cell.getType() == Cell.Type.Delete) {
        hasDelete = true;
        deleted = cell.getTimestamp();
      }
      return cell;
    }
    Optional<WriteTag> tag = WriteTag.in(cell);
    boolean isDurable = tag.map(WriteTag::isDurable).orElse(true);
    if ((isDurable ? durable : settled) >= declared) {
      return null;
    }
    versions++;
    if (versions > declared) {
      counts.keptUnsettled(((ExtendedCell) cell).getSerializedSize());
    }
    // Its delete is not seen by every scanner yet, so that HBase left it. It takes nobody's place:
    // it may be a rolled back one.
    if (hasDelete && deleted == cell.getTimestamp()) {
      return cell;
    }
    if (tag.isPresent() && !tag.get().isSettled() && !settling.isSettled(cell, tag.get())) {
      if (tag.get().known()) {
        oldestUnsettled = Math.min(oldestUnsettled, tag.get().stamp());
      }
      return cell;
    }
    if (!isDurable && disputed.test(tag.get())) {
      return cell;
    }
    if (((ExtendedCell) cell).getSequenceId() <= smallestReadPoint) {
      settled++;
      durable += isDurable ? 1 : 0;
    }
    return tag.isPresent() ? tag.get().settledOn(cell) : cell;
  }

  /** Whether nothing of the last cell's column is needed any more but its delete markers. */
  boolean areComplete() {
    return durable >= declared;
  }

  /**
   * Copies what is remembered of the last cell, whose bytes HBase may take back from here, and
   * counts what was kept.
   */
  void detach() {
    if (oldestUnsettled != Long.MAX_VALUE) {
      counts.keptUnsettledOf(oldestUnsettled);
      oldestUnsettled = Long.MAX_VALUE;
    }
    if (column != null) {
      column =
          new KeyValue(
              CellUtil.cloneRow(column),
              CellUtil.cloneFamily(column),
              CellUtil.cloneQualifier(column));
    }
  }
}

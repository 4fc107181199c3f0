package io.dartagnan.client.filter;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/** Cells of one row that are answered together: the whole row, or a part of it. */
final class Chunk {
  /**
   * The size at which a chunk takes no more cells.
   *
   * @param cells their number; 0 for any
   * @param bytes their size as they are sent, which the last one may exceed; 0 for any
   */
  record Limits(int cells, long bytes) {
    static final Limits NONE = new Limits(0, 0);

    /**
     * The limits of a scan: its batch, and its result size if it allows partial results. Under a
     * filter that decides on whole rows HBase cuts none by their size, however.
     */
    static Limits of(Scan scan, Filter filter) {
      boolean partial = scan.getAllowPartialResults() && (filter == null || !filter.hasFilterRow());
      return new Limits(
          Math.max(scan.getBatch(), 0), partial ? Math.max(scan.getMaxResultSize(), 0) : 0);
    }

    boolean areNone() {
      return cells == 0 && bytes == 0;
    }

    /** An empty chunk. */
    Chunk chunk() {
      return new Chunk(this);
    }
  }

  private final Limits limits;
  private final List<Cell> cells = new ArrayList<>();
  private long bytes;
  private boolean moreInRow;

  private Chunk(Limits limits) {
    this.limits = limits;
  }

  /**
   * Adds a cell.
   *
   * @param stored as it was before a filter made {@code cell} of it, by which HBase counts
   */
  void add(Cell cell, Cell stored) {
    cells.add(cell);
    // As a cell is sent: its length goes before it.
    bytes += Bytes.SIZEOF_INT + stored.getSerializedSize();
  }

  /** The cells, which may be changed. */
  List<Cell> cells() {
    return cells;
  }

  boolean isFull() {
    return limits.cells() > 0 && cells.size() >= limits.cells()
        || limits.bytes() > 0 && bytes >= limits.bytes();
  }

  /** Says that the row has cells that were not looked at when it was full. */
  void cut() {
    moreInRow = true;
  }

  /** Whether the row was {@link #cut} behind it. */
  boolean mayHaveMoreInRow() {
    return moreInRow;
  }
}

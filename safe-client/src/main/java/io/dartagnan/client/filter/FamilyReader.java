package io.dartagnan.client.filter;

import io.dartagnan.client.filter.CellMatcher.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reader of one family, row after row, in the place of a region's store.
 *
 * <p>What a filter's hint skips, and that a filter ended the reading, holds for this family alone
 * and beyond the row in which it was said; other families are not affected.
 *
 * <p>Source: {@code StoreScanner} and {@code ReversedStoreScanner} of hbase-server 2.6.4.
 */
final class FamilyReader {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Cell[] NONE = {};

  private final CellMatcher matcher;
  private final Filter filter;
  private final boolean reversed;
  private final int limit;
  private final int offset;

  private Cell[] cells = NONE;
  private int position;
  private boolean rowStarted;
  private int included;
  private Cell hint;
  private boolean ended;

  /**
   * @param filter the filter, or null
   * @param limit most cells of a row, of any number if below 0; 0 acts as 1, as in HBase
   * @param offset included cells of a row that are left out first
   */
  FamilyReader(CellMatcher matcher, Filter filter, boolean reversed, int limit, int offset) {
    this.matcher = matcher;
    this.filter = filter;
    this.reversed = reversed;
    this.limit = limit;
    this.offset = offset;
  }

  /** Takes the family's cells of the next row, in their order. */
  void startRow(Cell[] row) {
    cells = ended ? NONE : row;
    position = 0;
    rowStarted = false;
    skipToHint();
  }

  boolean hasCells() {
    return position < cells.length;
  }

  /** Whether the filter ended the reading of this family. */
  boolean hasEnded() {
    return ended;
  }

  Cell first() {
    return cells[position];
  }

  /** Leaves the row without showing the rest of it to the filter. */
  void leaveRow() {
    position = cells.length;
  }

  /** Reads on to the end of the row, or until the chunk is full. */
  void read(Chunk into) throws IOException {
    if (!rowStarted) {
      rowStarted = true;
      included = 0;
      matcher.startRow();
    }
    while (hasCells()) {
      Cell cell = first();
      if (isFilterDone()) {
        end();
        return;
      }
      Step step = matcher.match(cell);
      if (step.include() && include(cell, into)) {
        leaveRow();
        return;
      }
      move(cell, step.move());
      if (step.include() && into.isFull()) {
        return;
      }
    }
    // A region's store looks at the cell behind the row before it stops, and asks again.
    if (isFilterDone()) {
      end();
    }
  }

  /** Whether the row's limit is reached. */
  private boolean include(Cell cell, Chunk into) throws IOException {
    Cell transformed = filter == null ? cell : filter.transformCell(cell);
    included++;
    if (included <= offset) {
      return false;
    }
    into.add(transformed, cell);
    return limit > -1 && included >= limit + offset;
  }

  private void move(Cell from, Step.Move move) throws IOException {
    switch (move) {
      case CELL -> position++;
      case COLUMN -> {
        while (hasCells() && CellUtil.matchingQualifier(first(), from)) {
          position++;
        }
      }
      case ROW -> leaveRow();
      case HINT -> moveToHint(from);
    }
  }

  private void moveToHint(Cell from) throws IOException {
    Cell target = filter.getNextCellHint(from);
    int before = position;
    if (target != null && leadsOn(target, from)) {
      hint = target;
      skipToHint();
    }
    if (position == before) {
      hint = null;
      position++;
    }
  }

  private boolean leadsOn(Cell target, Cell from) {
    int order = ORDER.compare(target, from);
    return reversed ? order < 0 : order > 0;
  }

  private void skipToHint() {
    if (hint == null) {
      return;
    }
    while (hasCells() && isBeforeHint(first())) {
      position++;
    }
    if (hasCells()) {
      hint = null;
    }
  }

  private boolean isBeforeHint(Cell cell) {
    if (reversed) {
      int rows = ORDER.compareRows(cell, hint);
      if (rows != 0) {
        return rows > 0;
      }
    }
    return ORDER.compare(cell, hint) < 0;
  }

  private boolean isFilterDone() throws IOException {
    return filter != null && filter.filterAllRemaining();
  }

  private void end() {
    ended = true;
    cells = NONE;
    position = 0;
  }

  /**
   * Readers of several families, in the order of their names, in the place of a region's heap of
   * stores.
   */
  static final class Heap {
    private final NavigableMap<byte[], FamilyReader> readers =
        new TreeMap<>(Bytes.BYTES_COMPARATOR);

    void add(byte[] family, FamilyReader reader) {
      readers.put(family, reader);
    }

    /** Takes a row, of which cells of other families are left out. */
    void startRow(Cell[] row) {
      leaveRow();
      if (readers.isEmpty()) {
        // As most scans, which read no family on demand.
        return;
      }
      int from = 0;
      while (from < row.length) {
        int to = from + 1;
        while (to < row.length && CellUtil.matchingFamily(row[from], row[to])) {
          to++;
        }
        FamilyReader reader = readers.get(CellUtil.cloneFamily(row[from]));
        if (reader != null) {
          reader.startRow(keyValues(Arrays.copyOfRange(row, from, to)));
        }
        from = to;
      }
    }

    /**
     * Puts cells as they are stored and sent in the place of others. Filters make cells of other
     * classes, and {@code PrefixFilter} reads what a stored cell has behind a row key that is
     * shorter than its prefix.
     */
    static Cell[] keyValues(Cell[] cells) {
      for (int i = 0; i < cells.length; i++) {
        if (!(cells[i] instanceof KeyValue)) {
          cells[i] = KeyValueUtil.copyToNewKeyValue(cells[i]);
        }
      }
      return cells;
    }

    boolean hasCells() {
      return next() != null;
    }

    /** The first cell of the row that is not read yet. */
    Cell first() {
      return next().first();
    }

    private FamilyReader next() {
      for (FamilyReader reader : readers.values()) {
        if (reader.hasCells()) {
          return reader;
        }
      }
      return null;
    }

    /** Reads on to the end of the row, or until the chunk is full. */
    void read(Chunk into) throws IOException {
      for (FamilyReader reader : readers.values()) {
        if (reader.hasCells() && !into.isFull()) {
          reader.read(into);
        }
      }
    }

    /** Reads to the end of the row, of which nothing is wanted but that the filter sees it. */
    void readRest() throws IOException {
      read(Chunk.Limits.NONE.chunk());
    }

    /** Leaves the row without showing the rest of it to the filter. */
    void leaveRow() {
      readers.values().forEach(FamilyReader::leaveRow);
    }

    /** Whether the filter ended the reading of every family. */
    boolean haveEnded() {
      for (FamilyReader reader : readers.values()) {
        if (!reader.hasEnded()) {
          return false;
        }
      }
      return true;
    }
  }

  /** Cells of one row that are answered together: the whole row, or a part of it. */
  static final class Chunk {
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
        boolean partial =
            scan.getAllowPartialResults() && (filter == null || !filter.hasFilterRow());
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
}

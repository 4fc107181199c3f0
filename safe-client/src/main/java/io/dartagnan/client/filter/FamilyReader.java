package io.dartagnan.client.filter;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;

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
}

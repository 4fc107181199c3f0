package io.dartagnan.client.filter;

import java.io.IOException;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Match of a family's cells against time range, selected columns, versions and filter.
 *
 * <p>A filter sees as many versions of a column as the family is declared to keep; of those that it
 * includes, no more are returned than the scan asks for.
 *
 * <p>Source: {@code UserScanQueryMatcher} of hbase-server 2.6.4.
 */
final class CellMatcher {

  /** Decision about one cell: whether it is returned, and how far the family is read on from it. */
  record Step(boolean include, Move move) {

    /** Distance to the cell that is looked at next; each is at least as far as the one before. */
    enum Move {
      CELL,
      COLUMN,
      ROW,
      /** Wherever the filter says. */
      HINT
    }

    static final Step SKIP = new Step(false, Move.CELL);
    static final Step NEXT_COLUMN = new Step(false, Move.COLUMN);
    static final Step NEXT_ROW = new Step(false, Move.ROW);
    static final Step TO_HINT = new Step(false, Move.HINT);
    static final Step INCLUDE = new Step(true, Move.CELL);
    static final Step INCLUDE_THEN_COLUMN = new Step(true, Move.COLUMN);
    static final Step INCLUDE_THEN_ROW = new Step(true, Move.ROW);

    Step atLeast(Move other) {
      return move.compareTo(other) >= 0 ? this : new Step(include, other);
    }

    Step excluded() {
      return new Step(false, move);
    }
  }

  private final TimeRange times;
  private final Columns columns;
  private final Filter filter;
  private final int versionsAfterFilter;
  private Cell includedColumn;
  private int included;

  /**
   * A matcher.
   *
   * @param qualifiers the selected columns; null or none for every column
   * @param versions versions of a column that are selected, newest first
   * @param filter the filter, or null
   * @param versionsAfterFilter versions of a column that are returned if there is a filter
   */
  CellMatcher(
      TimeRange times,
      NavigableSet<byte[]> qualifiers,
      int versions,
      Filter filter,
      int versionsAfterFilter) {
    this.times = times;
    this.columns =
        qualifiers == null || qualifiers.isEmpty()
            ? new EveryColumn(versions)
            : new NamedColumns(qualifiers, versions);
    this.filter = filter;
    this.versionsAfterFilter = versionsAfterFilter;
  }

  void startRow() {
    columns.startRow();
  }

  Step match(Cell cell) throws IOException {
    if (columns.isExhausted()) {
      return Step.NEXT_ROW;
    }
    int order = times.compare(cell.getTimestamp());
    if (order > 0) {
      return Step.SKIP;
    }
    if (order < 0) {
      return columns.leaveColumn(cell);
    }
    Step selected = columns.admit(cell);
    if (filter == null || !selected.include()) {
      return selected;
    }
    Step step = merge(cell, selected, filter.filterCell(cell));
    return step.include() ? countIncluded(cell, step) : step;
  }

  private Step merge(Cell cell, Step selected, ReturnCode code) {
    return switch (code) {
      case INCLUDE -> selected;
      case INCLUDE_AND_NEXT_COL -> selected.atLeast(Step.Move.COLUMN);
      case INCLUDE_AND_SEEK_NEXT_ROW -> Step.INCLUDE_THEN_ROW;
      case SKIP -> selected.excluded();
      case NEXT_COL -> selected.move() == Step.Move.ROW ? Step.NEXT_ROW : columns.leaveColumn(cell);
      case NEXT_ROW -> Step.NEXT_ROW;
      case SEEK_NEXT_USING_HINT -> Step.TO_HINT;
    };
  }

  private Step countIncluded(Cell cell, Step step) {
    if (includedColumn == null || !CellUtil.matchingRowColumn(cell, includedColumn)) {
      includedColumn = cell;
      included = 0;
    }
    included++;
    Step counted =
        included > versionsAfterFilter ? step.atLeast(Step.Move.COLUMN).excluded() : step;
    if (counted.move() == Step.Move.COLUMN) {
      columns.leaveColumn(cell);
    }
    return counted;
  }

  /** Progress through the columns of one row of a family, before the filter sees a cell. */
  private interface Columns {

    /** Starts a row. */
    void startRow();

    /** Whether no further cell of this row can be selected. */
    boolean isExhausted();

    /** Counts a cell within the time range as a version of its column, if it is selected. */
    Step admit(Cell cell);

    /**
     * Leaves the column of a cell.
     *
     * @return {@link Step#NEXT_COLUMN}, or {@link Step#NEXT_ROW} if no selected column follows
     */
    Step leaveColumn(Cell cell);
  }

  /**
   * Selection of a family as a whole.
   *
   * <p>Source: {@code ScanWildcardColumnTracker} of hbase-server 2.6.4.
   */
  private static final class EveryColumn implements Columns {
    private final int versions;
    private Cell column;
    private int seen;

    /**
     * @param versions versions of a column that are admitted, newest first
     */
    EveryColumn(int versions) {
      this.versions = versions;
    }

    @Override
    public void startRow() {
      column = null;
    }

    @Override
    public boolean isExhausted() {
      return false;
    }

    @Override
    public Step admit(Cell cell) {
      if (column == null || !CellUtil.matchingQualifier(cell, column)) {
        column = cell;
        seen = 0;
      }
      seen++;
      return seen > versions ? Step.NEXT_COLUMN : Step.INCLUDE;
    }

    @Override
    public Step leaveColumn(Cell cell) {
      return Step.NEXT_COLUMN;
    }
  }

  /**
   * Selection of some columns of a family by their qualifiers.
   *
   * <p>Source: {@code ExplicitColumnTracker} of hbase-server 2.6.4.
   */
  private static final class NamedColumns implements Columns {
    private final byte[][] qualifiers;
    private final int versions;
    private int index;
    private int seen;

    /**
     * @param qualifiers one or more, in their order
     * @param versions versions of a column that are admitted, newest first
     */
    NamedColumns(NavigableSet<byte[]> qualifiers, int versions) {
      this.qualifiers = qualifiers.toArray(new byte[0][]);
      this.versions = versions;
    }

    @Override
    public void startRow() {
      moveTo(0);
    }

    @Override
    public boolean isExhausted() {
      return index >= qualifiers.length;
    }

    @Override
    public Step admit(Cell cell) {
      while (!isExhausted()) {
        int order = compareWithCurrent(cell);
        if (order < 0) {
          return Step.NEXT_COLUMN;
        }
        if (order == 0) {
          return count();
        }
        moveTo(index + 1);
      }
      return Step.NEXT_ROW;
    }

    private Step count() {
      seen++;
      if (seen < versions) {
        return Step.INCLUDE;
      }
      moveTo(index + 1);
      return isExhausted() ? Step.INCLUDE_THEN_ROW : Step.INCLUDE_THEN_COLUMN;
    }

    @Override
    public Step leaveColumn(Cell cell) {
      while (!isExhausted() && compareWithCurrent(cell) >= 0) {
        moveTo(index + 1);
      }
      return isExhausted() ? Step.NEXT_ROW : Step.NEXT_COLUMN;
    }

    private int compareWithCurrent(Cell cell) {
      return CellUtil.compareQualifiers(cell, qualifiers[index], 0, qualifiers[index].length);
    }

    private void moveTo(int next) {
      index = next;
      seen = 0;
    }
  }
}

package io.dartagnan.client.filter;

import java.io.IOException;
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
  private final TimeRange times;
  private final ColumnSelection columns;
  private final Filter filter;
  private final int versionsAfterFilter;
  private Cell includedColumn;
  private int included;

  /**
   * @param filter the filter, or null
   * @param versionsAfterFilter versions of a column that are returned if there is a filter
   */
  CellMatcher(TimeRange times, ColumnSelection columns, Filter filter, int versionsAfterFilter) {
    this.times = times;
    this.columns = columns;
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
}

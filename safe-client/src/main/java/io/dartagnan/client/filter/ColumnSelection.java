package io.dartagnan.client.filter;

import org.apache.hadoop.hbase.Cell;

/** Progress through the columns of one row of a family, before the filter sees a cell. */
interface ColumnSelection {

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

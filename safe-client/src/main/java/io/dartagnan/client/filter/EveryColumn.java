package io.dartagnan.client.filter;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Selection of a family as a whole.
 *
 * <p>Source: {@code ScanWildcardColumnTracker} of hbase-server 2.6.4.
 */
final class EveryColumn implements ColumnSelection {
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

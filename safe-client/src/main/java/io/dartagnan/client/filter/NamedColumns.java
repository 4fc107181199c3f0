package io.dartagnan.client.filter;

import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Selection of some columns of a family by their qualifiers.
 *
 * <p>Source: {@code ExplicitColumnTracker} of hbase-server 2.6.4.
 */
final class NamedColumns implements ColumnSelection {
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

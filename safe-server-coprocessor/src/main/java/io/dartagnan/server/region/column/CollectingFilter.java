package io.dartagnan.server.region.column;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.filter.FilterBase;

/**
 * Takes the cells of a scan where they lie and lets none through, but for one at which the scan is
 * to return. It lives in this process and is never sent.
 *
 * <p>HBase asks a filter about the newest versions alone, behind its look at deletes, columns,
 * times and versions. A scan that returned rows would make a list for each of them.
 */
final class CollectingFilter extends FilterBase {
  private final RowCollector collector;
  private final BooleanSupplier enough;
  private boolean returned;

  /**
   * A filter for one scan.
   *
   * @param enough asked at the first cell of each row whether the scan is to return with it
   */
  CollectingFilter(RowCollector collector, BooleanSupplier enough) {
    this.collector = collector;
    this.enough = enough;
  }

  /** Whether it has let a cell through since it was last asked. */
  boolean hasReturned() {
    boolean has = returned;
    returned = false;
    return has;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    long before = collector.rows();
    ReturnCode next = collector.take(cell);
    if (collector.rows() == before || !enough.getAsBoolean()) {
      return next;
    }
    returned = true;
    return switch (next) {
      case NEXT_ROW -> ReturnCode.INCLUDE_AND_SEEK_NEXT_ROW;
      case NEXT_COL -> ReturnCode.INCLUDE_AND_NEXT_COL;
      default -> ReturnCode.INCLUDE;
    };
  }
}

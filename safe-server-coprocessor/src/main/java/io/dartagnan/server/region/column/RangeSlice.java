package io.dartagnan.server.region.column;

import io.dartagnan.server.evaluation.block.ColumnBlock;
import org.apache.hadoop.hbase.client.Scan;

/** The rows of a block that lie in the range of a scan: {@code from}, inclusive, {@code to}. */
record RangeSlice(int from, int to) {

  static RangeSlice of(ColumnBlock block, Scan scan) {
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    int from = block.rowsBelow(start);
    if (!scan.includeStartRow() && block.hasRow(start)) {
      from++;
    }
    int to = stop.length == 0 ? block.rows() : block.rowsBelow(stop);
    if (stop.length > 0 && scan.includeStopRow() && block.hasRow(stop)) {
      to++;
    }
    return new RangeSlice(from, to);
  }

  boolean isEmpty() {
    return from >= to;
  }

  boolean isWhole(ColumnBlock block) {
    return from == 0 && to == block.rows();
  }
}

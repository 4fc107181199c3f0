package io.dartagnan.cli;

import io.dartagnan.cli.TableColumns.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Judges rows by HBase's own filters, as a region of one family does: cell by cell, then the row.
 */
final class PlainRegion {

  private PlainRegion() {}

  /** Whether a region returns this row, for a filter that may be null. */
  static boolean keeps(Filter filter, Map<Column, byte[]> row) throws IOException {
    if (filter == null) {
      return !row.isEmpty();
    }
    TreeMap<byte[], Cell> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    row.forEach(
        (column, value) ->
            cells.put(
                column.qualifierBytes(),
                new KeyValue(
                    Bytes.toBytes("r"), column.familyBytes(), column.qualifierBytes(), value)));
    filter.reset();
    List<Cell> included = new ArrayList<>();
    for (Cell cell : cells.values()) {
      ReturnCode code = filter.filterCell(cell);
      if (code == ReturnCode.INCLUDE || code == ReturnCode.INCLUDE_AND_NEXT_COL) {
        included.add(cell);
      } else if (code == ReturnCode.NEXT_ROW) {
        break;
      }
    }
    filter.filterRowCells(included);
    return !filter.filterRow() && !included.isEmpty();
  }
}

package io.dartagnan.client.filter;

import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows from {@code start} on and before {@code stop}.
 *
 * @param start the first row; empty for the table's first
 * @param stop the row after the last; empty for the end of the table
 */
public record RowInterval(byte[] start, byte[] stop) {

  /** The rows of a scan, whichever of its ends it includes. */
  public static RowInterval of(Scan scan) {
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    return new RowInterval(
        scan.includeStartRow() || start.length == 0 ? start : successor(start),
        scan.includeStopRow() && stop.length > 0 ? successor(stop) : stop);
  }

  /** The rest of it after a row. */
  public RowInterval after(byte[] row) {
    return new RowInterval(successor(row), stop);
  }

  /** True if no row can lie in it. */
  public boolean isEmpty() {
    return !endsAfter(start);
  }

  /** True if a row lies in it. */
  public boolean contains(byte[] row) {
    return Bytes.compareTo(row, start) >= 0 && endsAfter(row);
  }

  private boolean endsAfter(byte[] row) {
    return stop.length == 0 || Bytes.compareTo(row, stop) < 0;
  }

  /** The row that follows a row: nothing sorts between them. */
  private static byte[] successor(byte[] row) {
    return Bytes.add(row, new byte[1], HConstants.EMPTY_BYTE_ARRAY);
  }
}

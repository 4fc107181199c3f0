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

  /** No rows. */
  public static final RowInterval NONE = new RowInterval(new byte[1], new byte[1]);

  /** The rows of a scan, whichever of its ends it includes, and in whichever order they come. */
  public static RowInterval of(Scan scan) {
    return scan.isReversed()
        ? new RowInterval(
            from(scan.getStopRow(), scan.includeStopRow()),
            until(scan.getStartRow(), scan.includeStartRow()))
        : new RowInterval(
            from(scan.getStartRow(), scan.includeStartRow()),
            until(scan.getStopRow(), scan.includeStopRow()));
  }

  private static byte[] from(byte[] row, boolean included) {
    return included || row.length == 0 ? row : successor(row);
  }

  private static byte[] until(byte[] row, boolean included) {
    return included && row.length > 0 ? successor(row) : row;
  }

  /** The rest of it once the rows up to this one, included, have come. */
  public RowInterval beyond(byte[] row, boolean reversed) {
    return reversed ? new RowInterval(start, row) : new RowInterval(successor(row), stop);
  }

  /** The rest of it once all rows of a part have come, which is where its rows begin to come. */
  public RowInterval beyond(RowInterval part, boolean reversed) {
    byte[] end = reversed ? part.start() : part.stop();
    if (end.length == 0) {
      return NONE;
    }
    return reversed ? new RowInterval(start, end) : new RowInterval(end, stop);
  }

  /** A scan of these rows and no others, in its order. */
  public Scan within(Scan scan) {
    return scan.isReversed()
        ? scan.withStartRow(stop, stop.length == 0).withStopRow(start, start.length > 0)
        : scan.withStartRow(start).withStopRow(stop);
  }

  /** True if no row can lie in it. */
  public boolean isEmpty() {
    return !endsAfter(start);
  }

  /** True if it is one row. */
  public boolean isOneRow() {
    return start.length > 0 && Bytes.equals(stop, successor(start));
  }

  /** True if a row lies in it. */
  public boolean contains(byte[] row) {
    return Bytes.compareTo(row, start) >= 0 && endsAfter(row);
  }

  private boolean endsAfter(byte[] row) {
    return stop.length == 0 || Bytes.compareTo(row, stop) < 0;
  }

  /** The row that follows a row: nothing sorts between them. */
  public static byte[] successor(byte[] row) {
    return Bytes.add(row, new byte[1], HConstants.EMPTY_BYTE_ARRAY);
  }
}

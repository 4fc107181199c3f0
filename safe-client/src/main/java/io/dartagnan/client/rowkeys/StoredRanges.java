package io.dartagnan.client.rowkeys;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.RowRanges;
import io.dartagnan.client.rpc.RowKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/** Ranges of rows as the clouds store them. */
public final class StoredRanges {
  private StoredRanges() {}

  /**
   * Returns the ranges in which a table's clouds store rows. Without order, single rows are ranges
   * of their own, and all others lie anywhere.
   *
   * @return apart from each other; in the application's order where clouds keep that
   */
  public static List<RowInterval> of(RowRanges ranges, RowKeys keys) throws IOException {
    if (!keys.areSealed()) {
      return ranges.intervals();
    }
    if (!keys.areOrdered() && !ranges.areRows()) {
      return RowRanges.ALL.intervals();
    }
    List<RowInterval> stored = new ArrayList<>();
    for (RowInterval interval : ranges.intervals()) {
      byte[] start = bound(interval.start(), keys);
      stored.add(
          new RowInterval(
              start,
              interval.isOneRow() ? RowInterval.successor(start) : bound(interval.stop(), keys)));
    }
    return stored;
  }

  /** Returns a scan of the rows that clouds store for those of another, in whose order they do. */
  public static Scan of(Scan scan, RowKeys keys) throws IOException {
    if (!keys.areSealed()) {
      return scan;
    }
    RowInterval rows = RowInterval.of(scan);
    return new RowInterval(bound(rows.start(), keys), bound(rows.stop(), keys))
        .within(new Scan(scan));
  }

  /**
   * Returns where a row is among those that are stored: an empty one at either end, and one that is
   * longer than one can be behind all that it begins with.
   */
  static byte[] bound(byte[] row, RowKeys keys) throws IOException {
    if (row.length == 0 || !keys.areSealed()) {
      return row;
    }
    return row.length <= keys.mostBytes()
        ? keys.stored(row)
        : RowInterval.successor(keys.stored(Arrays.copyOf(row, keys.mostBytes())));
  }
}

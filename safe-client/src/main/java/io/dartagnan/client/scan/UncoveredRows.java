package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows that no agreed page has covered yet. Pages cover them in the scan's order or not at all. */
final class UncoveredRows {
  private final boolean reversed;
  private RowInterval rest;

  UncoveredRows(RowInterval rows, boolean reversed) {
    this.rest = rows;
    this.reversed = reversed;
  }

  /** The rows that are left. */
  RowInterval rest() {
    return rest;
  }

  /** Leaves only the rows of a range with which they begin, and gives those behind it. */
  RowInterval cutBehind(RowInterval range) {
    RowInterval behind = rest.beyond(range, reversed);
    rest = range;
    return behind;
  }

  /**
   * Moves on behind a page.
   *
   * @param range the rows that the page's session is about, with which these begin
   * @return whether it covers any row, or is the range's last
   * @throws DoNotRetryIOException if it does not lie where the range's next page must
   */
  boolean cover(RowInterval range, AgreedPage page) throws DoNotRetryIOException {
    byte[] before = null;
    for (List<Result> row : page.rows()) {
      byte[] key = row.get(0).getRow();
      requireOrder(range.contains(key) && rest.contains(key));
      requireOrder(before == null || isBefore(before, key));
      before = key;
    }
    if (page.last()) {
      rest = rest.beyond(range, reversed);
      return true;
    }
    requireOrder(before == null || !isBefore(page.throughRow(), before));
    if (page.throughRow().length == 0 || !rest.contains(page.throughRow())) {
      return false;
    }
    requireOrder(range.contains(page.throughRow()));
    rest = rest.beyond(page.throughRow(), reversed);
    return true;
  }

  private boolean isBefore(byte[] row, byte[] other) {
    int order = Bytes.compareTo(row, other);
    return reversed ? order > 0 : order < 0;
  }

  private static void requireOrder(boolean holds) throws DoNotRetryIOException {
    if (!holds) {
      throw new DoNotRetryIOException(
          "the clouds returned a page of a filtered scan out of row order; no row of it was"
              + " returned");
    }
  }
}

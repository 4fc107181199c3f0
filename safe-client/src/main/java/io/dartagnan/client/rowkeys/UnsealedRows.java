package io.dartagnan.client.rowkeys;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.filter.RowRanges;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.scan.JudgedScanner;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;

/** A scanner of rows under the application's keys, from rows that come under the stored ones. */
public class UnsealedRows implements RowScanner {
  private final RowScanner stored;
  private final RowKeys keys;
  private final Optional<WhereClause> judged;

  private UnsealedRows(RowScanner stored, RowKeys keys, Optional<WhereClause> judged) {
    this.stored = stored;
    this.keys = keys;
    this.judged = judged;
  }

  /** A scanner of rows, or parts of rows, that come in the application's order. */
  public static RowScanner inOrder(RowScanner stored, RowKeys keys) {
    return inOrder(stored, keys, Optional.empty());
  }

  private static RowScanner inOrder(RowScanner stored, RowKeys keys, Optional<WhereClause> judged) {
    return keys.areSealed() ? new UnsealedRows(stored, keys, judged) : stored;
  }

  /**
   * A scanner of whole rows in a scan's order. Where they do not come so, all are read before the
   * first is returned.
   *
   * @param judged what the clouds judged them by; empty if others may come
   * @param ranges those that are wanted of them
   */
  public static RowScanner of(
      RowScanner stored,
      RowKeys keys,
      Optional<WhereClause> judged,
      RowRanges ranges,
      Scan scan,
      Configuration configuration) {
    return keys.areOrdered()
        ? inOrder(stored, keys, judged)
        : new Sorted(stored, keys, judged, ranges, scan.isReversed(), configuration);
  }

  @Override
  public Result next() throws IOException {
    Result row = stored.next();
    // Here, so that an error names the stored key.
    if (judged.isPresent() && row != null && !judged.get().holds(row)) {
      throw JudgedScanner.deviation(row, judged.get());
    }
    return keys.opened(row);
  }

  @Override
  public long judgedRows() {
    return stored.judgedRows();
  }

  @Override
  public long droppedRows() {
    return stored.droppedRows();
  }

  @Override
  public long meshBytes() {
    return stored.meshBytes();
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return stored.getScanMetrics();
  }

  @Override
  public boolean renewLease() {
    return stored.renewLease();
  }

  @Override
  public void close() {
    stored.close();
  }

  /** One that reads all rows when the first is asked for. */
  private static final class Sorted extends UnsealedRows {
    private final RowRanges ranges;
    private final boolean isReversed;
    private final long mostBytes;
    private Queue<Result> sorted;

    Sorted(
        RowScanner stored,
        RowKeys keys,
        Optional<WhereClause> judged,
        RowRanges ranges,
        boolean isReversed,
        Configuration configuration) {
      super(stored, keys, judged);
      this.ranges = ranges;
      this.isReversed = isReversed;
      this.mostBytes = ClientSettings.sortedBytes(configuration);
    }

    @Override
    public Result next() throws IOException {
      if (sorted == null) {
        sorted = sort();
      }
      return sorted.poll();
    }

    @Override
    public boolean renewLease() {
      return sorted != null || super.renewLease();
    }

    private Queue<Result> sort() throws IOException {
      List<Result> rows = new ArrayList<>();
      long bytes = 0;
      for (Result row = super.next(); row != null; row = super.next()) {
        if (row.isEmpty() || !ranges.contains(row.getRow())) {
          continue;
        }
        rows.add(row);
        for (Cell cell : row.rawCells()) {
          bytes += cell.heapSize();
        }
        if (bytes > mostBytes) {
          throw new DoNotRetryIOException(
              "the row keys of this table are encrypted by 'det', so that its client sorts what a scan returns, and these are more than %d bytes; ask for fewer columns, filter by values, set %s higher, or make the table with row keys 'ope'"
                  .formatted(mostBytes, ClientKeys.SORTED_BYTES));
        }
      }
      Comparator<Result> order = Comparator.comparing(Result::getRow, Bytes.BYTES_COMPARATOR);
      rows.sort(isReversed ? order.reversed() : order);
      return new ArrayDeque<>(rows);
    }
  }
}

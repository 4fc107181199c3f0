package io.dartagnan.client.scan;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * Metrics of one scan, as far as they mean something for three clusters together: rows scanned,
 * rows filtered, and bytes of the cells that the application got. For one thread at a time.
 */
public final class RowMetrics {
  private final ScanMetrics metrics;
  private long scanned;
  private long filtered;

  private RowMetrics(ScanMetrics metrics) {
    this.metrics = metrics;
  }

  /** Returns the metrics of a scan, which counts nothing unless it asks for them. */
  public static RowMetrics of(Scan scan) {
    return new RowMetrics(scan.isScanMetricsEnabled() ? new ScanMetrics() : null);
  }

  /** Returns whether the scan asks for metrics. */
  public boolean areShown() {
    return metrics != null;
  }

  /**
   * Counts an answer to {@code next()}. What a reader took out of the metrics does not come back:
   * only what has been added since the last call is.
   *
   * @param result what the application gets; null at the end
   * @param scannedRows rows looked at since the scan began
   * @param filteredRows those of them that did not pass the filter
   */
  void count(Result result, long scannedRows, long filteredRows) {
    if (metrics == null) {
      return;
    }
    if (result != null) {
      metrics.countOfBytesInResults.addAndGet(Result.getTotalSizeOfCells(result));
    }
    metrics.countOfRowsScanned.addAndGet(Math.max(0, scannedRows - scanned));
    metrics.countOfRowsFiltered.addAndGet(Math.max(0, filteredRows - filtered));
    scanned = Math.max(scanned, scannedRows);
    filtered = Math.max(filtered, filteredRows);
  }

  /** Returns a scanner of rows that are all returned, with these metrics; it closes the other. */
  public ResultScanner around(ResultScanner rows) {
    return new ResultScanner() {
      private long returned;

      @Override
      public Result next() throws IOException {
        Result row = rows.next();
        if (row != null) {
          returned++;
          count(row, returned, 0);
        }
        return row;
      }

      @Override
      public void close() {
        rows.close();
      }

      @Override
      public boolean renewLease() {
        return rows.renewLease();
      }

      @Override
      public ScanMetrics getScanMetrics() {
        return shown();
      }
    };
  }

  /** Returns what a scanner shows of them: null unless the scan asks for metrics. */
  ScanMetrics shown() {
    return metrics;
  }
}

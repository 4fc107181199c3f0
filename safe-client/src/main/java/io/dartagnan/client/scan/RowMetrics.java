package io.dartagnan.client.scan;

import org.apache.hadoop.hbase.client.Result;
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

  /** The metrics of a scan, which counts nothing unless it asks for them. */
  public static RowMetrics of(Scan scan) {
    return new RowMetrics(scan.isScanMetricsEnabled() ? new ScanMetrics() : null);
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

  /** What {@code ResultScanner.getScanMetrics} returns: null unless the scan asks for metrics. */
  ScanMetrics shown() {
    return metrics;
  }
}

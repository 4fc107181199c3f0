package io.dartagnan.client.scan;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** A scanner of rows that are all returned, with metrics. */
public final class MeasuredScanner implements ResultScanner {
  private final ResultScanner rows;
  private final RowMetrics metrics;
  private long returned;

  /**
   * A scanner.
   *
   * @param rows closed by this scanner
   */
  public MeasuredScanner(ResultScanner rows, RowMetrics metrics) {
    this.rows = rows;
    this.metrics = metrics;
  }

  @Override
  public Result next() throws IOException {
    Result row = rows.next();
    if (row != null) {
      returned++;
      metrics.count(row, returned, 0);
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
    return metrics.shown();
  }
}

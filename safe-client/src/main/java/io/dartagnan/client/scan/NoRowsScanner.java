package io.dartagnan.client.scan;

import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/** The scanner of a filter that no row passes: it has no rows and asks no one. */
final class NoRowsScanner implements ResultScanner, MeshTraffic {

  @Override
  public Result next() {
    return null;
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  @Override
  public boolean renewLease() {
    return false;
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }

  @Override
  public long meshBytes() {
    return 0;
  }
}

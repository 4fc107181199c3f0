package io.dartagnan.client.async;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scan that runs in the application's pool, whose threads may wait: what the consumer does there
 * delays nobody else.
 */
final class PooledScan {
  private PooledScan() {}

  /** Starts one, on a thread of the pool that the parts deliver in. */
  static void start(
      AsyncParts parts, TableSettings settings, Scan scan, ScanResultConsumer consumer) {
    parts.delivery().execute(() -> run(parts, settings, scan, consumer));
  }

  private static void run(
      AsyncParts parts, TableSettings settings, Scan scan, ScanResultConsumer consumer) {
    try (ResultScanner scanner = new DeferredScanner(parts, settings, scan)) {
      Result row = scanner.next();
      ScanMetrics metrics = scanner.getScanMetrics();
      if (metrics != null) {
        consumer.onScanMetricsCreated(metrics);
      }
      while (row != null && consumer.onNext(row)) {
        row = scanner.next();
      }
    } catch (IOException | RuntimeException e) {
      consumer.onError(e);
      return;
    }
    consumer.onComplete();
  }
}

package io.dartagnan.client.async;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner that is opened by its first row, since whoever asks for the scanner must not wait; what
 * is wrong with the scan is thrown then. As HBase's own, it waits in {@code next()}.
 */
final class DeferredScanner implements ResultScanner {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredScanner.class);

  private final AsyncParts parts;
  private final TableSettings settings;
  private final Scan scan;
  private Table table;
  private ResultScanner opened;
  private boolean closed;

  DeferredScanner(AsyncParts parts, TableSettings settings, Scan scan) {
    this.parts = parts;
    this.settings = settings;
    this.scan = scan;
  }

  /**
   * Starts a scan that runs in the application's pool, whose threads may wait: what the consumer
   * does there delays nobody else.
   */
  static void handOn(
      AsyncParts parts, TableSettings settings, Scan scan, ScanResultConsumer consumer) {
    parts.delivery().execute(() -> new DeferredScanner(parts, settings, scan).handOnTo(consumer));
  }

  private void handOnTo(ScanResultConsumer consumer) {
    try (this) {
      Result row = next();
      ScanMetrics metrics = getScanMetrics();
      if (metrics != null) {
        consumer.onScanMetricsCreated(metrics);
      }
      while (row != null && consumer.onNext(row)) {
        row = next();
      }
    } catch (IOException | RuntimeException e) {
      consumer.onError(e);
      return;
    }
    consumer.onComplete();
  }

  @Override
  public synchronized Result next() throws IOException {
    if (closed) {
      return null;
    }
    parts.calls().requireOpen();
    if (opened == null) {
      table = settings.open(parts.connection());
      opened = table.getScanner(scan);
    }
    return opened.next();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (opened != null) {
      opened.close();
    }
    try {
      if (table != null) {
        table.close();
      }
    } catch (IOException e) {
      LOG.warn("a scanned table of {} was not closed: {}", settings.name(), e.getMessage());
    }
  }

  @Override
  public synchronized boolean renewLease() {
    return opened != null && opened.renewLease();
  }

  /** {@inheritDoc} Null before the first row. */
  @Override
  public synchronized ScanMetrics getScanMetrics() {
    return opened == null ? null : opened.getScanMetrics();
  }
}

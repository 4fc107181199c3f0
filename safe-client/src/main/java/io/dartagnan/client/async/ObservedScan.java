package io.dartagnan.client.async;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scan that hands each row to its consumer as soon as it is there, on a thread of the connection.
 *
 * <p>While it is suspended it keeps no thread: resuming queues the next turn. Its consumer is told
 * by one thread at a time; what ends the scan from outside while a turn runs is told by that turn.
 */
final class ObservedScan {
  private static final Logger LOG = LoggerFactory.getLogger(ObservedScan.class);

  private final AsyncParts parts;
  private final TableSettings settings;
  private final Scan scan;
  private final AdvancedScanResultConsumer consumer;
  private final AsyncCalls.Call call;
  private Table table;
  private ResultScanner scanner;

  // Under the lock of this object.
  private boolean running;
  private Throwable untold;

  private ObservedScan(
      AsyncParts parts, TableSettings settings, Scan scan, AdvancedScanResultConsumer consumer) {
    this.parts = parts;
    this.settings = settings;
    this.scan = scan;
    this.consumer = consumer;
    this.call = parts.calls().begin(this::failed);
  }

  /** Starts one. */
  static void start(
      AsyncParts parts, TableSettings settings, Scan scan, AdvancedScanResultConsumer consumer) {
    ObservedScan started = new ObservedScan(parts, settings, scan, consumer);
    started.call.queue(started::turn);
  }

  /** Reads and hands on rows until the end, or until the consumer suspends. */
  private void turn() {
    synchronized (this) {
      if (call.isEnded()) {
        return;
      }
      running = true;
    }
    Resumer suspended = null;
    try {
      open();
      suspended = handOn();
    } catch (Throwable e) {
      fail(e);
    }
    leave(suspended);
  }

  private void open() throws IOException {
    if (scanner != null) {
      return;
    }
    table = settings.open(parts.connection());
    scanner = table.getScanner(scan);
    ScanMetrics metrics = scanner.getScanMetrics();
    if (metrics != null) {
      consumer.onScanMetricsCreated(metrics);
    }
  }

  /** The resumer if the consumer has suspended; null at the end. */
  private Resumer handOn() throws IOException {
    while (!call.isEnded()) {
      Result row = scanner.next();
      if (row == null) {
        complete();
        return null;
      }
      Controller controller = new Controller(row.isCursor() ? row.getCursor() : null);
      if (call.isEnded()) {
        return null;
      } else if (row.isCursor()) {
        consumer.onHeartbeat(controller);
      } else {
        consumer.onNext(new Result[] {row}, controller);
      }
      controller.end();
      if (controller.terminated) {
        complete();
        return null;
      } else if (controller.resumer != null) {
        return controller.resumer;
      }
    }
    return null;
  }

  private void complete() {
    if (call.end()) {
      close();
      consumer.onComplete();
    }
  }

  private void fail(Throwable failure) {
    if (call.isEnded()) {
      LOG.debug("a scan of {} failed after its end", settings.name(), failure);
    }
    call.fail(failure);
  }

  /** Ends the turn; a scan that was resumed meanwhile goes on with another. */
  private void leave(Resumer suspended) {
    Throwable failure;
    boolean resumed;
    synchronized (this) {
      running = false;
      failure = untold;
      untold = null;
      resumed = suspended != null && suspended.park();
    }
    if (failure != null) {
      tell(failure);
    } else if (resumed) {
      call.queue(this::turn);
    }
  }

  /** Called once, by whatever ends the scan with a failure. */
  private void failed(Throwable failure) {
    synchronized (this) {
      if (running) {
        untold = failure;
        return;
      }
    }
    tell(failure);
  }

  private void tell(Throwable failure) {
    close();
    consumer.onError(failure);
  }

  private void close() {
    if (scanner != null) {
      scanner.close();
    }
    try {
      if (table != null) {
        table.close();
      }
    } catch (IOException e) {
      LOG.warn("a scanned table of {} was not closed: {}", settings.name(), e.getMessage());
    }
  }

  /** The control over the scan that a consumer has while it is told of a row. */
  private final class Controller implements AdvancedScanResultConsumer.ScanController {
    private final Thread thread = Thread.currentThread();
    private final Cursor cursor;
    private boolean used;
    private boolean terminated;
    private Resumer resumer;

    Controller(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public AdvancedScanResultConsumer.ScanResumer suspend() {
      use();
      resumer = new Resumer();
      return resumer;
    }

    @Override
    public void terminate() {
      use();
      terminated = true;
    }

    @Override
    public Optional<Cursor> cursor() {
      return Optional.ofNullable(cursor);
    }

    private void use() {
      if (Thread.currentThread() != thread) {
        throw new IllegalStateException(
            "a ScanController was used on another thread; use it within onNext or onHeartbeat");
      }
      if (used) {
        throw new IllegalStateException(
            "a ScanController was used a second time, or after the method that it was given to;"
                + " suspend or terminate once, within onNext or onHeartbeat");
      }
      used = true;
    }

    private void end() {
      used = true;
    }
  }

  /** A suspended scan's way back, for any thread. */
  private final class Resumer implements AdvancedScanResultConsumer.ScanResumer {
    // Under the lock of the scan.
    private boolean parked;
    private boolean resumed;

    @Override
    public void resume() {
      synchronized (ObservedScan.this) {
        if (resumed) {
          return;
        }
        resumed = true;
        if (!parked) {
          // The turn has not left yet, and will see it.
          return;
        }
      }
      call.queue(ObservedScan.this::turn);
    }

    /** Called as the turn leaves; true if it is to go on at once. */
    private boolean park() {
      parked = true;
      return resumed;
    }
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.cloud.IOFunction;
import io.dartagnan.client.plan.RowInterval;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;

/**
 * A scanner of several intervals of rows, one after the other, each opened when the rows before it
 * have come. For one thread at a time, as HBase's; any thread may close.
 */
public final class IntervalScanner implements JudgedRows, MeshTraffic {

  private final Queue<RowInterval> intervals;
  private final IOFunction<RowInterval, ResultScanner> opener;
  private boolean closed;
  private ResultScanner current;
  private long endedMeshBytes;
  private long endedJudgedRows;
  private long endedDroppedRows;

  /**
   * A scanner.
   *
   * @param intervals in the scan's order, without overlaps
   */
  public IntervalScanner(
      List<RowInterval> intervals, IOFunction<RowInterval, ResultScanner> opener) {
    this.intervals = new ArrayDeque<>(intervals);
    this.opener = opener;
  }

  @Override
  public Result next() throws IOException {
    for (ResultScanner open = current(); open != null; open = current()) {
      Result row = open.next();
      if (row != null) {
        return row;
      }
      end();
    }
    return null;
  }

  private synchronized ResultScanner current() throws IOException {
    if (closed) {
      return null;
    }
    if (current == null && !intervals.isEmpty()) {
      current = opener.apply(intervals.remove());
    }
    return current;
  }

  private synchronized void end() {
    if (current != null) {
      current.close();
      endedMeshBytes += meshBytes(current);
      endedJudgedRows += judgedRows(current);
      endedDroppedRows += droppedRows(current);
      current = null;
    }
  }

  private static long meshBytes(ResultScanner scanner) {
    return scanner instanceof MeshTraffic traffic ? traffic.meshBytes() : 0;
  }

  private static long judgedRows(ResultScanner scanner) {
    return scanner instanceof JudgedRows judged ? judged.judgedRows() : 0;
  }

  private static long droppedRows(ResultScanner scanner) {
    return scanner instanceof JudgedRows judged ? judged.droppedRows() : 0;
  }

  @Override
  public synchronized long droppedRows() {
    return endedDroppedRows + droppedRows(current);
  }

  @Override
  public synchronized long judgedRows() {
    return endedJudgedRows + judgedRows(current);
  }

  @Override
  public synchronized void close() {
    closed = true;
    end();
  }

  @Override
  public synchronized boolean renewLease() {
    return current != null && current.renewLease();
  }

  /** Always null: the scanner that judges these rows has the metrics. */
  @Override
  public ScanMetrics getScanMetrics() {
    return null;
  }

  @Override
  public synchronized long meshBytes() {
    return endedMeshBytes + meshBytes(current);
  }
}

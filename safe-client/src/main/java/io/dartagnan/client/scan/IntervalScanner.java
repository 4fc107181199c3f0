package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;

/**
 * A scanner of several intervals of rows, one after the other, each opened when the rows before it
 * have come. For one thread at a time, as HBase's; any thread may close.
 */
public final class IntervalScanner implements RowScanner {

  private final Queue<RowInterval> intervals;
  private final IOFunction<RowInterval, RowScanner> opener;
  private boolean closed;
  private RowScanner current;
  private long endedMeshBytes;
  private long endedJudgedRows;
  private long endedDroppedRows;

  private IntervalScanner(
      Queue<RowInterval> intervals, IOFunction<RowInterval, RowScanner> opener) {
    this.intervals = intervals;
    this.opener = opener;
  }

  /**
   * Returns a scanner.
   *
   * @param intervals in ascending order, without overlaps
   * @param reversed whether the last comes first
   */
  public static IntervalScanner of(
      List<RowInterval> intervals, boolean reversed, IOFunction<RowInterval, RowScanner> opener) {
    List<RowInterval> inOrder = new ArrayList<>(intervals);
    if (reversed) {
      Collections.reverse(inOrder);
    }
    return new IntervalScanner(new ArrayDeque<>(inOrder), opener);
  }

  @Override
  public Result next() throws IOException {
    for (RowScanner open = current(); open != null; open = current()) {
      Result row = open.next();
      if (row != null) {
        return row;
      }
      end();
    }
    return null;
  }

  private synchronized RowScanner current() throws IOException {
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
      endedMeshBytes += current.meshBytes();
      endedJudgedRows += current.judgedRows();
      endedDroppedRows += current.droppedRows();
      current = null;
    }
  }

  @Override
  public synchronized long droppedRows() {
    return endedDroppedRows + (current == null ? 0 : current.droppedRows());
  }

  @Override
  public synchronized long judgedRows() {
    return endedJudgedRows + (current == null ? 0 : current.judgedRows());
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

  @Override
  public synchronized long meshBytes() {
    return endedMeshBytes + (current == null ? 0 : current.meshBytes());
  }
}

package io.dartagnan.server.storage;

import io.dartagnan.server.write.WriteObserver.RowChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Marks of the rows of a region that change while blocks of them are kept or built.
 *
 * <p>No change is missed. Every batch is counted from before it can be seen until it can be seen,
 * or never will be. A build begins with {@link #keep}, from which batches mark their rows, and then
 * waits for those that began before and have marked none: when it opens its scanner, all of them
 * can be seen by it. Whatever it cannot see has a mark.
 *
 * <p>A mark has the number of its last event: the beginning and the end of a batch are one each. A
 * user notes the number of the last event, then opens its scanner, then reads the marked rows with
 * that: those of batches that are not over, and those with an event since the number that it noted
 * the time before. A batch that ended before the number was noted can be seen by the scanner. One
 * that ends later has a greater number, so that its rows are read again the next time.
 *
 * <p>Marks are bounded. Beyond that they are given up, and what was kept is void: a new period
 * begins.
 */
final class ChangedRows implements RowChanges {
  private final Region region;
  private final int most;
  private final ThreadLocal<Batch> underWay = new ThreadLocal<>();

  // All guarded by this. No marks while nothing is kept.
  private TreeMap<byte[], Mark> marks;
  private long period;
  private long lastEvent;
  private int inPeriod;
  private int earlier;

  /** A batch that is under way, with the rows that it marked. */
  private record Batch(long period, List<byte[]> rows) {}

  private static final class Mark {
    private int underWay;
    private long lastEvent;
  }

  /**
   * Marks of no row.
   *
   * @param most how many there may be
   */
  ChangedRows(Region region, int most) {
    this.region = region;
    this.most = most;
  }

  @Override
  public void begin(MiniBatchOperationInProgress<Mutation> batch) {
    // Of an earlier batch, only if another coprocessor failed where HBase expects no failure.
    end(false);
    underWay.set(begin(() -> rows(batch)));
  }

  private interface Rows {
    List<byte[]> list();
  }

  private synchronized Batch begin(Rows rows) {
    List<byte[]> marked = List.of();
    if (marks != null) {
      marked = rows.list();
      lastEvent++;
      for (byte[] row : marked) {
        Mark mark = marks.computeIfAbsent(row, key -> new Mark());
        mark.underWay++;
        mark.lastEvent = lastEvent;
      }
    }
    Batch begun = new Batch(period, marked);
    inPeriod++;
    if (marks != null && marks.size() > most) {
      giveUp();
    }
    return begun;
  }

  private static List<byte[]> rows(MiniBatchOperationInProgress<Mutation> batch) {
    List<byte[]> rows = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      rows.add(batch.getOperation(i).getRow());
      Mutation[] besides = batch.getOperationsFromCoprocessors(i);
      if (besides != null) {
        for (Mutation each : besides) {
          rows.add(each.getRow());
        }
      }
    }
    return rows;
  }

  @Override
  public void end(boolean success) {
    Batch batch = underWay.get();
    if (batch == null) {
      return;
    }
    underWay.remove();
    if (!success && region instanceof HRegion writes) {
      // HBase gave the batch up without waiting until others see what it had written of it.
      writes.getMVCC().await();
    }
    end(batch);
  }

  private synchronized void end(Batch batch) {
    if (batch.period != period) {
      earlier--;
      notifyAll();
      return;
    }
    inPeriod--;
    if (!batch.rows.isEmpty()) {
      lastEvent++;
    }
    for (byte[] row : batch.rows) {
      Mark mark = marks.get(row);
      mark.underWay--;
      mark.lastEvent = lastEvent;
    }
  }

  private void turn() {
    period++;
    earlier += inPeriod;
    inPeriod = 0;
  }

  /** Has rows marked from here, if they are not. */
  synchronized void keep() {
    if (marks == null) {
      marks = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      turn();
    }
  }

  /** Gives the marks up: nothing is kept any more. */
  synchronized void giveUp() {
    if (marks != null) {
      marks = null;
      turn();
    }
  }

  /**
   * Waits until every batch that is under way has marked its rows.
   *
   * @return the number of the period of which that is so; negative if it took too long
   */
  synchronized long awaitMarks(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (earlier > 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        return -1;
      }
      wait(left);
    }
    return marks == null ? -1 : period;
  }

  /** The number of the last event. */
  synchronized long lastEvent() {
    return lastEvent;
  }

  /**
   * The rows, in order, that have changed since an event or may change now.
   *
   * @return null if the period is over
   */
  synchronized List<byte[]> since(long ofPeriod, long event) {
    if (ofPeriod != period || marks == null) {
      return null;
    }
    List<byte[]> rows = new ArrayList<>();
    marks.forEach(
        (row, mark) -> {
          if (mark.underWay > 0 || mark.lastEvent > event) {
            rows.add(row);
          }
        });
    return rows;
  }

  /** Drops the marks that nobody needs who knows all up to an event. */
  synchronized void forget(long event) {
    if (marks != null) {
      marks.values().removeIf(mark -> mark.underWay == 0 && mark.lastEvent <= event);
    }
  }

  /** Number of marks. */
  synchronized int count() {
    return marks == null ? 0 : marks.size();
  }
}

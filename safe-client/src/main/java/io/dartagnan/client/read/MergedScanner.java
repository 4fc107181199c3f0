package io.dartagnan.client.read;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A scanner that merges the clouds' rows by row key and puts each row together, also one that a
 * cloud of three does not have. Rows that one cloud alone has, or that have no complete cell, are
 * passed over. For one thread at a time, as HBase's.
 */
public final class MergedScanner implements RowScanner {
  private static final int UNLIMITED = -1;

  /** Decides how long clouds are waited for. */
  @FunctionalInterface
  public interface Watch {

    /**
     * Called before the cursors are looked at, each of which has a row or is fetching.
     *
     * @throws IOException to end the scan
     */
    void await(List<CloudCursor> cursors) throws IOException;
  }

  private final List<CloudCursor> cursors;
  private final RowReconciler reconciler;
  private final Comparator<byte[]> order;
  private final Watch watch;
  private int remaining;
  private IOException failure;
  private boolean closed;

  /**
   * Takes over the cursors.
   *
   * @param cursors one for each cloud, in order of party
   * @param reversed whether rows come in descending order
   * @param limit most rows to return; 0 or less means all
   */
  public MergedScanner(
      List<CloudCursor> cursors, RowReconciler reconciler, boolean reversed, int limit) {
    this(cursors, reconciler, reversed, limit, waiting -> {});
  }

  /** The same with a limit to how long a cloud is waited for. */
  public MergedScanner(
      List<CloudCursor> cursors,
      RowReconciler reconciler,
      boolean reversed,
      int limit,
      Watch watch) {
    this.cursors = cursors;
    this.reconciler = reconciler;
    this.order = reversed ? Bytes.BYTES_COMPARATOR.reversed() : Bytes.BYTES_COMPARATOR;
    this.watch = watch;
    this.remaining = limit > 0 ? limit : UNLIMITED;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException once a call has failed, every later one fails alike: the row at which it
   *     failed is not passed over
   */
  @Override
  public Result next() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      return nextRow();
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException io ? io : new IOException("an earlier call failed", e);
      close();
      throw e;
    }
  }

  private Result nextRow() throws IOException {
    while (!closed && remaining != 0) {
      List<Result> byParty = rowOfTwo();
      if (byParty.isEmpty()) {
        break;
      }
      Result row = reconciler.reconcile(byParty);
      if (!row.isEmpty()) {
        if (remaining > 0) {
          remaining--;
        }
        return row;
      }
    }
    close();
    return null;
  }

  /**
   * The next row that two clouds at least have, as each returned it: empty where it did not. No
   * entries when there is none.
   */
  private List<Result> rowOfTwo() throws IOException {
    while (true) {
      for (CloudCursor cursor : cursors) {
        cursor.prefetch();
      }
      watch.await(cursors);
      byte[] first = null;
      int left = 0;
      for (CloudCursor cursor : cursors) {
        Result head = cursor.peek();
        if (head != null) {
          left++;
          if (first == null || order.compare(head.getRow(), first) < 0) {
            first = head.getRow();
          }
        }
      }
      if (left < 2) {
        // Beyond it: met one at a time, by this scan and those that follow.
        cursors.forEach(each -> each.arrived().ifPresent(reconciler::passOver));
        return List.of();
      }
      List<Result> byParty = new ArrayList<>(cursors.size());
      int have = 0;
      for (CloudCursor cursor : cursors) {
        Result head = cursor.peek();
        boolean has = head != null && order.compare(head.getRow(), first) == 0;
        byParty.add(has ? head : Result.EMPTY_RESULT);
        if (has) {
          have++;
          cursor.advance();
        }
      }
      if (have > 1) {
        return byParty;
      }
      byParty.stream().filter(row -> !row.isEmpty()).forEach(reconciler::passOver);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      cursors.forEach(CloudCursor::close);
    }
  }

  @Override
  public boolean renewLease() {
    if (closed) {
      return false;
    }
    try {
      boolean renewed = true;
      for (CloudCursor cursor : cursors) {
        renewed &= cursor.renewLease();
      }
      return renewed;
    } catch (IOException e) {
      // What failed is thrown by the next call of next(), which finds the same state.
      return false;
    }
  }
}

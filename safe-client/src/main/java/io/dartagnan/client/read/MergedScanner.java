package io.dartagnan.client.read;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.QuorumReader.LostCloudException;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Result;

/**
 * A scanner that merges the clouds' rows by row key and puts each row together, also one that a
 * cloud of three does not have. Rows that one cloud alone has, or that have no complete cell, are
 * passed over. For one thread at a time, as HBase's.
 */
public final class MergedScanner implements RowScanner {
  private static final int UNLIMITED = -1;
  private static final long LOOK_MS = 50;

  private final List<CloudCursor> cursors;
  private final int quorum;
  private final RowReconciler reconciler;
  private final Comparator<CloudRow> order;
  private final OptionalLong lostAfterMs;
  private int remaining;
  private IOException failure;
  private boolean closed;

  /**
   * Takes over the cursors.
   *
   * @param cursors one for each cloud, in order of party
   * @param quorum how many of them must have a row; others are passed over
   * @param reversed whether rows come in descending order
   * @param limit most rows to return; 0 or less means all
   * @param lostAfterMs how long two clouds with rows wait for the third, which then counts as lost;
   *     empty for as long as it may take
   */
  public MergedScanner(
      List<CloudCursor> cursors,
      int quorum,
      RowReconciler reconciler,
      boolean reversed,
      int limit,
      OptionalLong lostAfterMs) {
    this.cursors = cursors;
    this.quorum = quorum;
    this.reconciler = reconciler;
    Comparator<CloudRow> ascending = CloudRow::compareKey;
    this.order = reversed ? ascending.reversed() : ascending;
    this.lostAfterMs = lostAfterMs;
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
      List<CloudRow> byParty = rowOfQuorum();
      if (byParty.isEmpty()) {
        break;
      }
      Result row = reconciler.reconcileRows(byParty);
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
   * The next row that a quorum of clouds has, as each returned it: empty where it did not. No
   * entries when there is none.
   */
  private List<CloudRow> rowOfQuorum() throws IOException {
    while (true) {
      for (CloudCursor cursor : cursors) {
        cursor.prefetch();
      }
      if (lostAfterMs.isPresent()) {
        await(lostAfterMs.getAsLong());
      }
      CloudRow first = null;
      int left = 0;
      for (CloudCursor cursor : cursors) {
        CloudRow head = cursor.peek();
        if (head != null) {
          left++;
          if (first == null || order.compare(head, first) < 0) {
            first = head;
          }
        }
      }
      if (left < quorum) {
        // Beyond it: met one at a time, by this scan and those that follow.
        cursors.forEach(each -> each.arrived().ifPresent(this::passOver));
        return List.of();
      }
      List<CloudRow> byParty = new ArrayList<>(cursors.size());
      int have = 0;
      for (CloudCursor cursor : cursors) {
        CloudRow head = cursor.peek();
        boolean has = head != null && order.compare(head, first) == 0;
        byParty.add(has ? head : CloudRow.NONE);
        if (has) {
          have++;
          cursor.advance();
        }
      }
      if (have >= quorum) {
        return byParty;
      }
      byParty.stream().filter(row -> !row.isEmpty()).forEach(this::passOver);
    }
  }

  private void passOver(CloudRow row) {
    reconciler.passOver(row.result());
  }

  /** Waits for a row or the end of each cursor, and for the last of them no longer than that. */
  private void await(long afterMs) throws LostCloudException {
    long since = 0;
    boolean oneLags = false;
    while (true) {
      List<CloudCursor> waiting = cursors.stream().filter(cursor -> !cursor.isReady(0)).toList();
      if (waiting.isEmpty()) {
        throwIfUnreachable();
        return;
      }
      if (waiting.size() == 1 && !oneLags) {
        oneLags = true;
        since = System.nanoTime();
      }
      if (oneLags && System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(afterMs)) {
        CloudCursor lagging = waiting.get(0);
        throw new LostCloudException(
            lagging.cloud(), CloudFailures.silent(lagging.cloud(), afterMs));
      }
      waiting.get(0).isReady(LOOK_MS);
    }
  }

  /** More than one, or a cloud that refuses, is told where the cursor is read. */
  private void throwIfUnreachable() throws LostCloudException {
    List<CloudCursor> failed =
        cursors.stream().filter(cursor -> cursor.failure().isPresent()).toList();
    if (failed.size() == 1) {
      Optional<Throwable> failure = failed.get(0).failure();
      if (!CloudFailures.isAnswer(failure.get())) {
        throw new LostCloudException(failed.get(0).cloud(), failure.get());
      }
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

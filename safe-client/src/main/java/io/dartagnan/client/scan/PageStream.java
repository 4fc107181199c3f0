package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.plan.RowInterval;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The pages of the answer to a question, range after range, in the scan's order of rows.
 *
 * <p>When an attempt fails for a reason that may pass, the regions are looked up anew and the scan
 * goes on just after the last row that an agreed page has covered: no row comes twice, none is
 * lost.
 */
public final class PageStream implements Closeable {
  private final String name;
  private final RangePlanner planner;
  private final RangeOpener opener;
  private final ExecutorService pool;
  private final QuerySettings settings;
  private final boolean reversed;
  private final CountDownLatch closed = new CountDownLatch(1);

  private final Queue<ScanRange> planned = new ArrayDeque<>();
  private RowInterval rest;
  private RowInterval range;
  private boolean done;
  private int failures;

  // Also touched by close() and meshBytes(), from any thread; guarded by this.
  private RangeSession session;
  private long endedMeshBytes;

  /** Of a filtered scan. */
  PageStream(
      RowInterval rows,
      boolean reversed,
      RangePlanner planner,
      RangeOpener opener,
      ExecutorService pool,
      QuerySettings settings) {
    this("a filtered scan", rows, reversed, planner, opener, pool, settings);
  }

  /**
   * A stream.
   *
   * @param name words for what it is, for messages
   */
  PageStream(
      String name,
      RowInterval rows,
      boolean reversed,
      RangePlanner planner,
      RangeOpener opener,
      ExecutorService pool,
      QuerySettings settings) {
    this.name = name;
    this.rest = rows;
    this.reversed = reversed;
    this.planner = planner;
    this.opener = opener;
    this.pool = pool;
    this.settings = settings;
    this.done = rows.isEmpty();
  }

  /**
   * The next page; null at the end. Not called again after an exception.
   *
   * @throws RetriesExhaustedException after the last attempt, naming the cloud and its reason
   * @throws DoNotRetryIOException if another attempt cannot help
   */
  public AgreedPage next() throws IOException {
    while (!done) {
      try {
        RangeSession open = currentSession();
        AgreedPage page = open.next(settings.timeoutMs());
        accept(page);
        return page;
      } catch (SessionFailure e) {
        endSession();
        planned.clear();
        failures++;
        if (rest.isEmpty()) {
          // The failure came after the last row that there can be.
          done = true;
        } else {
          giveUpOrPause(e);
        }
      }
    }
    return null;
  }

  /** Payload bytes the parties have sent each other so far, attempts that failed included. */
  public synchronized long meshBytes() {
    return endedMeshBytes + (session == null ? 0 : session.meshBytes());
  }

  /**
   * Ends the session at hand and leaves no task behind. Any thread may call it, again and again.
   */
  @Override
  public void close() {
    closed.countDown();
    endSession();
  }

  private RangeSession currentSession() throws IOException {
    synchronized (this) {
      if (session != null) {
        return session;
      }
    }
    if (planned.isEmpty()) {
      List<ScanRange> ranges = new ArrayList<>(planner.plan(rest));
      if (reversed) {
        Collections.reverse(ranges);
      }
      planned.addAll(ranges);
    }
    ScanRange next = planned.remove();
    range = next.rows();
    List<PageSource> sources = opener.open(next, failures);
    RangeSession opened = new RangeSession(sources, pool);
    synchronized (this) {
      session = opened;
    }
    if (closed.getCount() == 0) {
      endSession();
      throw new IOException("the scanner was closed while it was read");
    }
    return opened;
  }

  private void endSession() {
    RangeSession ended;
    synchronized (this) {
      ended = session;
      session = null;
      if (ended != null) {
        endedMeshBytes += ended.meshBytes();
      }
    }
    if (ended != null) {
      ended.close();
    }
  }

  /** Moves on behind a page, after making sure that it lies where this range's next page must. */
  private void accept(AgreedPage page) throws DoNotRetryIOException {
    byte[] before = null;
    for (List<Result> row : page.rows()) {
      byte[] key = row.get(0).getRow();
      requireOrder(range.contains(key) && rest.contains(key));
      requireOrder(before == null || isBefore(before, key));
      before = key;
    }
    if (page.last()) {
      endSession();
      rest = rest.beyond(range, reversed);
      done = planned.isEmpty();
      failures = 0;
      return;
    }
    requireOrder(before == null || !isBefore(page.throughRow(), before));
    if (page.throughRow().length > 0 && rest.contains(page.throughRow())) {
      requireOrder(range.contains(page.throughRow()));
      rest = rest.beyond(page.throughRow(), reversed);
      failures = 0;
    }
  }

  private boolean isBefore(byte[] row, byte[] other) {
    int order = Bytes.compareTo(row, other);
    return reversed ? order > 0 : order < 0;
  }

  private static void requireOrder(boolean holds) throws DoNotRetryIOException {
    if (!holds) {
      throw new DoNotRetryIOException(
          "the clouds returned a page of a filtered scan out of row order; no row of it was returned");
    }
  }

  private void giveUpOrPause(SessionFailure failure) throws IOException {
    if (!failure.mayPass()) {
      throw new DoNotRetryIOException(name + " failed: " + failure.getMessage(), failure);
    }
    if (failures >= settings.attempts()) {
      throw new RetriesExhaustedException(
          "%s failed %d times without progress (%s), the last time: %s"
              .formatted(name, failures, ClientKeys.QUERY_ATTEMPTS, failure.getMessage()),
          failure);
    }
    try {
      if (closed.await(settings.pauseMs(failures), TimeUnit.MILLISECONDS)) {
        throw new IOException("the scanner was closed while it was read");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before another attempt at " + name);
    }
  }
}

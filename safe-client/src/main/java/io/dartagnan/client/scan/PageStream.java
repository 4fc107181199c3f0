package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudFailures;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.trace.TraceUtil;

/**
 * The pages of the answer to a question, in the scan's order of rows. A few ranges are evaluated
 * beside each other; their pages wait for those of the ranges before them.
 *
 * <p>All that happens happens in {@link #next}, on its caller's thread: it lets the {@linkplain
 * RangeRun runs} advance, and waits until something has arrived. One thread at a time reads; any
 * thread may close.
 */
public final class PageStream implements Closeable {
  /** Milliseconds after which deadlines are looked at, whatever arrives. */
  private static final long LOOK_MS = 100;

  private final RangeRun.Plan plan;
  private final Trace trace;
  private final int most;
  private final Semaphore arrived = new Semaphore(0);

  // Guarded by this.
  private final Queue<RangeRun> runs = new ArrayDeque<>();
  private RowInterval ahead;
  private RangeRun newest;
  private int width;
  private boolean ended;
  private boolean closed;
  private long endedMeshBytes;

  /**
   * Creates a stream.
   *
   * @param name words for what it is, for messages
   * @param ranges how many ranges are evaluated at a time, 1 or more
   */
  PageStream(
      String name,
      RowInterval rows,
      boolean reversed,
      int ranges,
      RangePlanner planner,
      RangeRun.Opener opener,
      ExecutorService pool,
      QuerySettings settings) {
    this.trace = Trace.begin(name);
    this.plan =
        new RangeRun.Plan(
            name, reversed, planner, opener, trace.around(pool), settings, arrived::release);
    this.ahead = rows;
    this.most = ranges;
    this.width = ranges;
  }

  /**
   * Returns the next page; null at the end. Not called again after an exception.
   *
   * @throws IOException naming the cloud and its reason: HBase's {@code RetriesExhaustedException}
   *     when the time for attempts without progress is over, its {@code DoNotRetryIOException} if
   *     another attempt cannot help
   */
  public AgreedPage next() throws IOException {
    try {
      AgreedPage page = read();
      if (page != null) {
        trace.returned(page);
      }
      return page;
    } catch (IOException e) {
      trace.failed(e);
      throw e;
    }
  }

  private AgreedPage read() throws IOException {
    while (true) {
      arrived.drainPermits();
      long waitNanos;
      synchronized (this) {
        if (ended) {
          return null;
        }
        if (closed) {
          throw new IOException("the scan or its connection was closed while it was read");
        }
        advance();
        RangeRun first = runs.peek();
        if (first == null) {
          ended = true;
          return null;
        }
        AgreedPage page = first.take();
        if (page != null) {
          return page;
        }
        if (first.isDone()) {
          endedMeshBytes += first.meshBytes();
          runs.remove();
          width = Math.min(most, width + 1);
          continue;
        }
        waitNanos = waitNanos();
      }
      await(waitNanos);
    }
  }

  private void advance() {
    int place = 0;
    for (RangeRun run : runs) {
      run.advance(place == 0, place < width);
      if (run.isTurnedAway()) {
        // The clouds have enough to do: what is not needed now can wait.
        width = 1;
      }
      place++;
    }
    while (runs.size() < width && isMoreAhead()) {
      newest = new RangeRun(plan, ahead);
      runs.add(newest);
      newest.advance(runs.size() == 1, true);
    }
  }

  /**
   * Returns whether rows are left for another run, and the clouds have taken up the one before it.
   */
  private boolean isMoreAhead() {
    if (newest != null) {
      if (newest.behind() == null || !newest.isUnderWay()) {
        return false;
      }
      ahead = newest.behind();
      newest = null;
    }
    return !ahead.isEmpty();
  }

  private long waitNanos() {
    long now = System.nanoTime();
    long wait = TimeUnit.MILLISECONDS.toNanos(LOOK_MS);
    for (RangeRun run : runs) {
      long left = run.notBefore() - now;
      wait = left > 0 ? Math.min(wait, left) : wait;
    }
    return wait;
  }

  private void await(long nanos) throws InterruptedIOException {
    try {
      // Whether something arrived or not: what is to be done is found by looking.
      boolean ignored = arrived.tryAcquire(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while waiting for " + plan.name(), e);
    }
  }

  /**
   * Returns the payload bytes that the parties have sent each other so far, attempts that failed
   * included.
   */
  public synchronized long meshBytes() {
    return endedMeshBytes + runs.stream().mapToLong(RangeRun::meshBytes).sum();
  }

  /**
   * Ends the sessions at hand, and does not wait for the clouds to hear of it. Any thread may call
   * it, again and again.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      runs.forEach(RangeRun::close);
      trace.end(meshBytes());
    }
    arrived.release();
  }

  /**
   * The span of one filter or aggregate in HBase's own tracing, where the application has that on.
   * The calls to the three clouds are below it, and with them what the clouds trace of their
   * evaluations. It tells no operand and no value. For any thread.
   */
  static final class Trace {
    static final String SPAN = "dartagnan scan";
    static final AttributeKey<String> NAME = AttributeKey.stringKey("dartagnan.scan");
    static final AttributeKey<Long> PAGES = AttributeKey.longKey("dartagnan.pages");
    static final AttributeKey<Long> RETURNED = AttributeKey.longKey("dartagnan.rows.returned");
    static final AttributeKey<Long> BYTES = AttributeKey.longKey("dartagnan.bytes.mesh");

    private final Span span;
    private final Context context;
    private long pages;
    private long rows;

    private Trace(Span span, String name) {
      this.span = span.setAttribute(NAME, name);
      this.context = Context.current().with(span);
    }

    /**
     * Begins a span below the current one.
     *
     * @param name words for what is asked
     */
    static Trace begin(String name) {
      return new Trace(TraceUtil.createSpan(SPAN), name);
    }

    /** Returns a pool whose tasks are below the span. */
    ExecutorService around(ExecutorService pool) {
      return context.wrap(pool);
    }

    /** Takes note of a page. */
    synchronized void returned(AgreedPage page) {
      pages++;
      rows += page.rows().size();
    }

    /** Takes note of the failure that is the answer. */
    void failed(IOException failure) {
      span.setStatus(StatusCode.ERROR, failure.getClass().getName());
    }

    /**
     * Ends the span; once.
     *
     * @param meshBytes payload that the parties sent each other
     */
    synchronized void end(long meshBytes) {
      span.setAttribute(PAGES, pages);
      span.setAttribute(RETURNED, rows);
      span.setAttribute(BYTES, meshBytes);
      span.end();
    }
  }
}

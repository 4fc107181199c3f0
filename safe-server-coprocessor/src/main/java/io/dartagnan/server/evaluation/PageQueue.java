package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Pages on their way from the thread that evaluates to the handlers that answer the client. It is
 * bounded: a client that does not fetch holds the evaluation back, and after the deadline ends it.
 */
final class PageQueue {

  /** Pages that may wait; one is being sent while the next is computed. */
  private static final int WAITING_PAGES = 1;

  /**
   * What is handed over.
   *
   * @param page a page, or null
   * @param failure why there will be no more pages, or null
   */
  record Entry(Page page, QueryFailure failure) {}

  private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(WAITING_PAGES);
  private final long putDeadlineMs;
  private volatile boolean closed;

  /** A stream whose producer waits at most {@code putDeadlineMs} for its consumer. */
  PageQueue(long putDeadlineMs) {
    this.putDeadlineMs = putDeadlineMs;
  }

  /** Hands a page on; waits while too many are waiting already. */
  void put(Page page) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(putDeadlineMs);
    // Short waits, so that a stream that is closed meanwhile frees its producer.
    while (!closed) {
      if (waiting.offer(new Entry(page, null), 100, TimeUnit.MILLISECONDS)) {
        return;
      }
      if (System.nanoTime() > deadline) {
        throw new ProtocolException(
            "the client fetched no page for " + putDeadlineMs + " ms, the evaluation was ended");
      }
    }
    throw new ProtocolException("the client closed the scan");
  }

  /** Ends the stream with a failure; pages that wait are dropped. */
  void fail(QueryFailure failure) {
    waiting.clear();
    // The producer is the only one who adds, so there is room.
    waiting.add(new Entry(null, failure));
  }

  /** What comes next, or null when nothing is there yet. */
  Entry poll(long timeoutMs) throws InterruptedException {
    return waiting.poll(timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** The consumer is gone. */
  void close() {
    closed = true;
    waiting.clear();
  }

  boolean isClosed() {
    return closed;
  }
}

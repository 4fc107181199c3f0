package io.dartagnan.server.evaluation.page;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.QueryFailure;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Pages on their way from the threads that evaluate to the handlers that answer the client.
 *
 * <p>A batch takes its place in the line before it is evaluated, and fills it when it has been,
 * possibly before those ahead of it; pages leave in the order of their places. The line is bounded:
 * a client that does not fetch holds the evaluation back, and after the deadline ends it.
 *
 * <p>Filling a place never waits. The client takes a page from all three parties before it asks for
 * the next, so a party that held a finished page back until a later batch is under way could wait
 * for a peer that waits for that page to be taken.
 *
 * @param <R> a row as this party stores it
 */
public final class PageQueue<R> {

  /** The place of one batch's page. */
  public static final class Place<R> {
    private BatchOutcome<R> outcome;

    private Place() {}
  }

  /**
   * The next thing to tell the client: an outcome or a failure.
   *
   * @param outcome the content of the next page, or null
   * @param failure why there will be no more pages, or null
   */
  public record Entry<R>(BatchOutcome<R> outcome, QueryFailure failure) {}

  private final long fetchDeadlineMs;
  private final Queue<Place<R>> line = new ArrayDeque<>();
  private QueryFailure failure;
  private boolean closed;
  private long readySince;

  /** A queue whose producer waits at most {@code fetchDeadlineMs} for its consumer. */
  public PageQueue(long fetchDeadlineMs) {
    this.fetchDeadlineMs = fetchDeadlineMs;
  }

  /**
   * Takes the next place; waits while as many as {@code most} are taken whose pages the client has
   * not fetched.
   *
   * @throws ProtocolException if the queue has ended, or a page was there to be fetched for as long
   *     as the deadline allows
   */
  public synchronized Place<R> reserve(int most) throws InterruptedException {
    long begun = System.nanoTime();
    while (isWanted() && line.size() >= most) {
      long leftMs = fetchDeadlineMs;
      // A page that is still computed has the deadlines of its own waits for the peers.
      if (line.peek().outcome != null) {
        long waited = System.nanoTime() - begun;
        long ready = System.nanoTime() - readySince;
        leftMs -= TimeUnit.NANOSECONDS.toMillis(Math.min(waited, ready));
        if (leftMs <= 0) {
          throw new ProtocolException(
              "the client fetched no page for "
                  + fetchDeadlineMs
                  + " ms, the evaluation was ended");
        }
      }
      wait(leftMs);
    }
    if (closed) {
      throw new ProtocolException("the client closed the scan");
    }
    if (failure != null) {
      throw new ProtocolException(failure.reason());
    }
    Place<R> place = new Place<>();
    line.add(place);
    return place;
  }

  private boolean isWanted() {
    return !closed && failure == null;
  }

  /** Fills a place. */
  public synchronized void put(Place<R> place, BatchOutcome<R> outcome) {
    place.outcome = outcome;
    if (line.peek() == place) {
      readySince = System.nanoTime();
      notifyAll();
    }
  }

  /** Ends the queue with a failure, if it is the first; pages that wait are dropped. */
  public synchronized void fail(QueryFailure reason) {
    if (failure == null) {
      failure = reason;
      line.clear();
      notifyAll();
    }
  }

  /** The next entry; null when none has come within the time given. */
  public synchronized Entry<R> poll(long timeoutMs) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    while (!isNextThere()) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      if (leftMs <= 0) {
        return null;
      }
      wait(leftMs);
    }
    if (failure != null) {
      return new Entry<>(null, failure);
    }
    BatchOutcome<R> outcome = line.remove().outcome;
    readySince = System.nanoTime();
    notifyAll();
    return new Entry<>(outcome, null);
  }

  private boolean isNextThere() {
    return failure != null || (!line.isEmpty() && line.peek().outcome != null);
  }

  /** The consumer is gone. */
  public synchronized void close() {
    closed = true;
    line.clear();
    notifyAll();
  }

  /** Whether it is. */
  public synchronized boolean isClosed() {
    return closed;
  }
}

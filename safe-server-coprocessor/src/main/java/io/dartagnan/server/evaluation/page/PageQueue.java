package io.dartagnan.server.evaluation.page;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.wire.QueryFailure;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Pages on their way from the threads that evaluate to the handlers that answer the client.
 *
 * <p>A batch takes its place in the line before it is evaluated, and fills it when it has been,
 * possibly before those ahead of it; pages leave in the order of their places. The line is bounded:
 * a client that does not fetch holds the evaluation back, and after the deadline ends it.
 *
 * <p>Filling a place waits for nothing but pages before it to be fetched. The client takes a page
 * from all three parties before it asks for the next, so a party that held a finished page back
 * until a later batch is under way could wait for a peer that waits for that page to be taken.
 *
 * @param <R> a row as this party stores it
 */
public final class PageQueue<R> {

  /** The place of one batch's pages. */
  public static final class Place<R> {
    private final Queue<BatchOutcome<R>> outcomes = new ArrayDeque<>();
    private boolean isFilled;

    private Place() {}
  }

  /**
   * The next thing to tell the client: an outcome or a failure.
   *
   * @param outcome the content of the next page, or null
   * @param failure why there will be no more pages, or null
   */
  public record Entry<R>(BatchOutcome<R> outcome, QueryFailure failure) {}

  // A client that fetches at once finds the evaluation with its turn: to hand that over and take it
  // again costs more than so short a wait.
  private static final long PATIENCE_MS = 10;

  private final long fetchDeadlineMs;
  private final Turn turn;
  private final Queue<Place<R>> line = new ArrayDeque<>();
  private QueryFailure failure;
  private boolean closed;
  private long readySince;
  private PageCounts counts = PageCounts.NONE;

  /** A queue whose producer waits at most {@code fetchDeadlineMs} for its consumer. */
  public PageQueue(long fetchDeadlineMs) {
    this(fetchDeadlineMs, Turn.ALONE);
  }

  /**
   * A queue whose producer gives its turn up while it waits for its consumer.
   *
   * @param fetchDeadlineMs for how long it waits at most
   */
  public PageQueue(long fetchDeadlineMs, Turn turn) {
    this.fetchDeadlineMs = fetchDeadlineMs;
    this.turn = turn;
  }

  /**
   * Takes the next place; waits while as many as {@code most} are taken whose pages the client has
   * not fetched. One thread at a time reserves.
   *
   * @throws ProtocolException if the queue has ended, or a page was there to be fetched for as long
   *     as the deadline allows
   */
  public Place<R> reserve(int most) throws InterruptedException {
    turn.betweenBatches();
    awaitRoom(() -> line.size() < most, turn);
    return take();
  }

  /** Waits for room, and gives the turn up if that takes more than a moment. */
  private void awaitRoom(BooleanSupplier hasRoom, Turn ofCaller) throws InterruptedException {
    if (!awaitRoom(hasRoom, PATIENCE_MS)) {
      ofCaller.clientIsAwaited();
      // Waits for ever at most: the deadline ends it before.
      awaitRoom(hasRoom, Long.MAX_VALUE);
      ofCaller.clientCame();
    }
  }

  /**
   * Waits for room, or for the end of the queue.
   *
   * @param hasRoom asked with the queue's lock held
   * @param patienceMs for how long a page may wait to be fetched
   * @return false if one waits for longer than that, within the deadline
   */
  private synchronized boolean awaitRoom(BooleanSupplier hasRoom, long patienceMs)
      throws InterruptedException {
    long begun = System.nanoTime();
    // Since when a page has waited for the client, as far as this call has seen.
    long fetchDue = 0;
    try {
      while (isWanted() && !hasRoom.getAsBoolean()) {
        if (line.peek().outcomes.isEmpty()) {
          // A page that is still computed has the deadlines of its own waits for the peers.
          wait(fetchDeadlineMs);
          continue;
        }
        long now = System.nanoTime();
        fetchDue = fetchDue == 0 ? now : fetchDue;
        long waited = Math.min(now - begun, now - readySince);
        long left = TimeUnit.MILLISECONDS.toNanos(fetchDeadlineMs) - waited;
        if (left <= 0) {
          throw new SilentClientException(fetchDeadlineMs);
        }
        long patience = TimeUnit.MILLISECONDS.toNanos(patienceMs) - (now - fetchDue);
        if (patience <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, patience));
      }
      return true;
    } finally {
      if (fetchDue != 0) {
        counts = counts.waited(System.nanoTime() - fetchDue);
      }
    }
  }

  private void requireWanted() {
    if (closed) {
      throw new ProtocolException("the client closed the scan");
    }
    if (failure != null) {
      throw new ProtocolException(failure.reason());
    }
  }

  private synchronized Place<R> take() {
    requireWanted();
    Place<R> place = new Place<>();
    line.add(place);
    return place;
  }

  private boolean isWanted() {
    return !closed && failure == null;
  }

  /** Fills a place, with the last of its pages. Does not wait. */
  public synchronized void put(Place<R> place, BatchOutcome<R> outcome) {
    place.isFilled = true;
    add(place, outcome);
  }

  /**
   * Puts a page into a place that more pages are to follow in, and waits until the client has
   * fetched it.
   *
   * @param isOwnThread whether this is the thread that reserves: it gives its turn up meanwhile
   * @throws ProtocolException if the queue has ended, or the client fetches nothing for as long as
   *     the deadline allows
   */
  public void putPart(Place<R> place, BatchOutcome<R> part, boolean isOwnThread)
      throws InterruptedException {
    add(place, part);
    awaitRoom(place.outcomes::isEmpty, isOwnThread ? turn : Turn.ALONE);
    synchronized (this) {
      requireWanted();
    }
  }

  private synchronized void add(Place<R> place, BatchOutcome<R> outcome) {
    place.outcomes.add(outcome);
    counts = counts.plus(outcome);
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
    Place<R> place = line.peek();
    BatchOutcome<R> outcome = place.outcomes.remove();
    if (place.isFilled) {
      line.remove();
    }
    readySince = System.nanoTime();
    notifyAll();
    return new Entry<>(outcome, null);
  }

  private boolean isNextThere() {
    return failure != null || (!line.isEmpty() && !line.peek().outcomes.isEmpty());
  }

  /** Drops what is left: the client is gone. */
  public synchronized void close() {
    closed = true;
    line.clear();
    notifyAll();
  }

  /** Counts of the pages so far. */
  public synchronized PageCounts counts() {
    return counts;
  }

  /** Whether the client is gone. */
  public synchronized boolean isClosed() {
    return closed;
  }
}

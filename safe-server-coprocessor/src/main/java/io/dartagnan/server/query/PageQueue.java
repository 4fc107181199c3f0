package io.dartagnan.server.query;

import com.google.common.primitives.Bytes;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.server.query.admission.Turn;
import io.dartagnan.wire.QueryFailure;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Pages on their way from the threads that evaluate to the handlers that answer the client.
 *
 * <p>A batch takes its place in the {@linkplain PageLine line} before it is evaluated, and fills it
 * when it has been, possibly before those ahead of it; pages leave in the order of their places.
 * The line is bounded: a client that does not fetch holds the evaluation back, and after the
 * deadline ends it.
 *
 * <p>Filling a place waits for nothing but pages before it to be fetched, and a place is kept back
 * only where a page is there to be fetched. The client takes a page from all three parties before
 * it asks for the next: a party that waits for that has computed all batches of the page, so that
 * its peers can too.
 *
 * @param <R> a row as this party stores it
 */
public final class PageQueue<R> {

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
  private final PageLine<R> line = new PageLine<>();
  private QueryFailure failure;
  private boolean closed;
  private boolean isComputed;
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
   * Takes the next place, of a batch with a page of its own; see {@link #reserve(int, boolean)}.
   */
  public Place<R> reserve(int most) throws InterruptedException {
    return reserve(most, true);
  }

  /**
   * Takes the next place; waits until the batch {@code most} places ahead is computed, and while
   * the line is full of what the client has not fetched. One thread at a time reserves.
   *
   * @param most batches that are under way at a time; with 1 none begins before the page of the one
   *     before was fetched
   * @param endsPage whether a page ends with the batch
   * @throws ProtocolException if the queue has ended, or a page was there to be fetched for as long
   *     as the deadline allows
   */
  public Place<R> reserve(int most, boolean endsPage) throws InterruptedException {
    turn.betweenBatches();
    awaitRoom(() -> line.isComputed(most) && !line.isFull(most), () -> line.isFull(most), turn);
    return take(endsPage);
  }

  /** Waits for room, and gives the turn up if that takes more than a moment. */
  private void awaitRoom(BooleanSupplier hasRoom, BooleanSupplier isFull, Turn ofCaller)
      throws InterruptedException {
    if (!awaitRoom(hasRoom, isFull, PATIENCE_MS)) {
      ofCaller.clientIsAwaited();
      // Waits for ever at most: the deadline ends it before.
      awaitRoom(hasRoom, isFull, Long.MAX_VALUE);
      ofCaller.clientCame();
    }
  }

  /**
   * Waits for room, or for the end of the queue.
   *
   * @param hasRoom asked with the queue's lock held
   * @param isFull whether it is the client that has to make room, once a page is there; likewise
   * @param patienceMs for how long a page may wait to be fetched
   * @return false if one waits for longer than that, within the deadline
   */
  private synchronized boolean awaitRoom(
      BooleanSupplier hasRoom, BooleanSupplier isFull, long patienceMs)
      throws InterruptedException {
    long begun = System.nanoTime();
    // Since when a page has waited for the client, as far as this call has seen.
    long fetchDue = 0;
    try {
      while (isWanted() && !hasRoom.getAsBoolean()) {
        if (!isFull.getAsBoolean() || !line.isPageThere()) {
          // A batch that is still computed has the deadlines of its own waits for the peers.
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

  private synchronized Place<R> take(boolean endsPage) {
    requireWanted();
    isComputed = true;
    return line.add(endsPage);
  }

  private boolean isWanted() {
    return !closed && failure == null;
  }

  /** Fills a place, with the batch's outcome or the last part of it. Does not wait. */
  public synchronized void put(Place<R> place, BatchOutcome<R> outcome) {
    add(place, outcome, true);
  }

  /**
   * Puts a part into a place that more are to follow in; waits until the client has fetched the
   * part before it. So the rows of a part are read while the client fetches those before them.
   *
   * @param isOwnThread whether this is the thread that reserves: it gives its turn up meanwhile
   * @throws ProtocolException if the queue has ended, or the client fetches nothing for as long as
   *     the deadline allows
   */
  public void putPart(Place<R> place, BatchOutcome<R> part, boolean isOwnThread)
      throws InterruptedException {
    awaitRoom(() -> place.outcomes().isEmpty(), () -> true, isOwnThread ? turn : Turn.ALONE);
    synchronized (this) {
      requireWanted();
      add(place, part, false);
    }
  }

  private synchronized void add(Place<R> place, BatchOutcome<R> outcome, boolean fills) {
    boolean wasThere = line.isPageThere();
    if (isWanted()) {
      line.put(place, outcome, fills);
    }
    counts = counts.plus(outcome);
    if (!wasThere && line.isPageThere()) {
      readySince = System.nanoTime();
    }
    notifyAll();
  }

  /**
   * Ends the queue with a failure, if it is the first, or the first deviation; pages that wait are
   * dropped. The client hears whether a batch had taken a place, and so may have been computed.
   */
  public synchronized void fail(QueryFailure reason) {
    boolean isFirstDeviation =
        reason.outlook() == QueryFailure.Outlook.DEVIATION
            && (failure == null || failure.outlook() != QueryFailure.Outlook.DEVIATION);
    if (failure == null || isFirstDeviation) {
      failure = isComputed ? reason.whileComputing() : reason;
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
    BatchOutcome<R> outcome = line.take();
    readySince = System.nanoTime();
    notifyAll();
    return new Entry<>(outcome, null);
  }

  private boolean isNextThere() {
    return failure != null || line.isPageThere();
  }

  /** Drops what is left: the client is gone. */
  public synchronized void close() {
    closed = true;
    line.clear();
    notifyAll();
  }

  /** Counts of the pages so far. */
  public synchronized PageCounts counts() {
    return counts.withPages(line.pages());
  }

  /** Whether the client is gone. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /**
   * The place of one batch in the line of an evaluation's pages. Guarded by the queue that gave it.
   *
   * @param <R> a row as this party stores it
   */
  public static final class Place<R> {
    private final boolean endsPage;
    private final Queue<BatchOutcome<R>> outcomes = new ArrayDeque<>();
    private boolean filled;

    /** A place for a batch that a page is to end with, or not. */
    Place(boolean endsPage) {
      this.endsPage = endsPage;
    }

    void put(BatchOutcome<R> outcome, boolean fills) {
      outcomes.add(outcome);
      filled = fills;
    }

    boolean endsPage() {
      return endsPage;
    }

    /** The outcomes that wait to be fetched. */
    Queue<BatchOutcome<R>> outcomes() {
      return outcomes;
    }

    /** Whether the batch is computed: nothing more is put here. */
    boolean isFilled() {
      return filled;
    }
  }

  /** A client did not fetch a finished page for as long as the deadline allows. */
  public static final class SilentClientException extends ProtocolException {
    private static final long serialVersionUID = 1L;

    SilentClientException(long deadlineMs) {
      super("the client fetched no page for " + deadlineMs + " ms, the evaluation was ended");
    }
  }

  /**
   * Numbers of batches that the pages of one evaluation are made of, the same at all three parties:
   * one at first, so that the first rows come soon, then twice as many each time, up to {@value
   * #MOST}. For one thread.
   */
  public static final class Sizes {
    /** Batches of a page at most. */
    static final int MOST = PageLine.MOST_BATCHES / 2;

    private final int most;
    private int size = 1;
    private int batches;

    private Sizes(int most) {
      this.most = most;
    }

    /**
     * Sizes where so many batches may be under way: with one at a time each has a page of its own,
     * since none begins before that was fetched.
     */
    public static Sizes of(int underWay) {
      return new Sizes(underWay == 1 ? 1 : MOST);
    }

    /** Whether a page ends with the next batch. */
    public boolean endsPage() {
      batches++;
      if (batches < size) {
        return false;
      }
      batches = 0;
      size = Math.min(2 * size, most);
      return true;
    }
  }

  /**
   * Counts of the pages that an evaluation has put into its queue, and of its waits there.
   *
   * @param pages how many pages
   * @param judged how many rows their batches had
   * @param returned how many rows are in them
   * @param waitedNanos how long the evaluation has waited for its client to fetch
   */
  public record PageCounts(long pages, long judged, long returned, long waitedNanos) {
    /** Counts of a queue that nothing was put into. */
    public static final PageCounts NONE = new PageCounts(0, 0, 0, 0);

    PageCounts plus(BatchOutcome<?> outcome) {
      return new PageCounts(
          pages, judged + outcome.judged(), returned + outcome.rows().size(), waitedNanos);
    }

    PageCounts withPages(long number) {
      return new PageCounts(number, judged, returned, waitedNanos);
    }

    PageCounts waited(long nanos) {
      return new PageCounts(pages, judged, returned, waitedNanos + nanos);
    }
  }

  /**
   * The result of one batch, of a part of it, or of several.
   *
   * @param last whether nothing is left of the range
   * @param throughRow the last row that the batches so far have covered
   * @param judged how many rows have been judged since the outcome before
   * @param rows the rows that match, in order; they outlive the batch. Of an aggregate those that
   *     are undecided
   * @param aggregates this party's shares of the aggregates, batch by batch; empty of a selection
   * @param <R> a row as this party stores it
   */
  public record BatchOutcome<R>(
      boolean last, byte[] throughRow, int judged, List<R> rows, byte[] aggregates) {

    /** The outcome of batches that follow each other, one at least. */
    static <R> BatchOutcome<R> of(List<BatchOutcome<R>> batches) {
      BatchOutcome<R> end = batches.get(batches.size() - 1);
      return new BatchOutcome<>(
          end.last,
          end.throughRow,
          batches.stream().mapToInt(BatchOutcome::judged).sum(),
          batches.stream().flatMap(batch -> batch.rows.stream()).toList(),
          Bytes.concat(batches.stream().map(BatchOutcome::aggregates).toArray(byte[][]::new)));
    }
  }
}

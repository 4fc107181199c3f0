package io.dartagnan.server.query;

import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.server.query.PageQueue.BatchOutcome;
import io.dartagnan.server.query.agreement.AgreedBatch;
import io.dartagnan.server.query.agreement.EvaluationCounters;
import io.dartagnan.server.query.agreement.ExecutionStrategy;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;

/**
 * This party's side of one query over one range, from the first row to the last page. It runs on
 * one thread of its own and never on an RPC handler: it needs all three parties at once, and a
 * handler that waited for a peer could be the one that peer waits for.
 *
 * <p><b>How.</b> That thread reads a batch, agrees on it with the peers on stream 0, and goes on to
 * the next, while up to {@link ExecutionStrategy#inFlight} agreed batches are computed on streams
 * of their own in {@linkplain SpareThreads spare threads}; so a query over many batches takes the
 * rounds of an agreement per batch, and not those of a comparison. Which stream a batch has follows
 * from its number. Which thread computes it is a matter of this party alone: one that has no thread
 * to spare does it before it goes on, with the same messages in the same order on each stream.
 *
 * <p>No wait can be for itself: computing a batch waits for the peers to have agreed on it and to
 * compute it too, beginning one waits for the batch {@link ExecutionStrategy#inFlight} earlier to
 * be computed and for pages that are there to be fetched, and fetching a page for its batches. All
 * of that lies before, never behind.
 *
 * @param <R> a row as this party stores it
 */
final class Evaluation<R> {
  private static final int FIRST_STREAM = 1;
  private static final byte[] NO_AGGREGATES = new byte[0];

  private final BatchOperation operation;
  private final ExecutionStrategy<R> strategy;
  private final Exchange exchange;
  private final PageQueue<R> pages;
  private final SpareThreads spare;
  private final EvaluationCounters counters;
  private final Consumer<Throwable> onFailure;
  // The evaluation's own thread is a party to it, and so is each batch on a spare one.
  private final Phaser running = new Phaser(1);

  /**
   * An evaluation.
   *
   * @param strategy gives the batches; closed by the evaluation
   * @param counters take what it does
   * @param onFailure told of whatever goes wrong, by the thread it happens on; ends the exchange
   *     and the pages, so that nothing waits for either any more
   */
  Evaluation(
      BatchOperation operation,
      ExecutionStrategy<R> strategy,
      Exchange exchange,
      PageQueue<R> pages,
      SpareThreads spare,
      EvaluationCounters counters,
      Consumer<Throwable> onFailure) {
    this.operation = operation;
    this.strategy = strategy;
    this.exchange = exchange;
    this.pages = pages;
    this.spare = spare;
    this.counters = counters;
    this.onFailure = onFailure;
  }

  /** Evaluates the whole range. Once it returns, no thread works on it any more. */
  void run() {
    try {
      evaluate();
    } catch (Throwable e) {
      onFailure.accept(e);
    }
    // Each wait in a batch has its deadline, and a failure ends them all.
    running.awaitAdvance(running.arriveAndDeregister());
    strategy.close();
  }

  private void evaluate() throws IOException, InterruptedException {
    Session session = Session.begin(exchange);
    boolean last = false;
    byte[] throughRow = new byte[0];
    PageQueue.Sizes sizes = PageQueue.Sizes.of(strategy.inFlight());
    int stream = 0;
    while (!last) {
      AgreedBatch<R> agreed = strategy.next(session);
      last = agreed.isLast();
      throughRow = last ? throughRow : agreed.throughRow();
      begin(agreed, throughRow, FIRST_STREAM + stream, sizes.endsPage());
      stream = (stream + 1) % strategy.inFlight();
    }
  }

  /** A batch that the three parties have agreed on, and where its page belongs. */
  private record Task<R>(
      AgreedBatch<R> agreed, byte[] throughRow, int stream, PageQueue.Place<R> place) {}

  /** Computes a batch on another thread; on this one if none is free or nothing else is to do. */
  private void begin(AgreedBatch<R> agreed, byte[] throughRow, int stream, boolean endsPage)
      throws IOException, InterruptedException {
    Task<R> task;
    boolean beside;
    try {
      // From here on the stream is free: the batch before this one on it has been computed.
      task = new Task<>(agreed, throughRow, stream, pages.reserve(strategy.inFlight(), endsPage));
      beside = !agreed.isLast() && beginBeside(task);
    } catch (Throwable e) {
      agreed.release();
      throw e;
    }
    if (!beside) {
      compute(task, true);
    }
  }

  private boolean beginBeside(Task<R> task) {
    running.register();
    boolean begun = false;
    try {
      begun = spare.tryRun(() -> computeBeside(task));
    } finally {
      // Also where no thread can be started: the end waits for all that are registered.
      if (!begun) {
        running.arriveAndDeregister();
      }
    }
    return begun;
  }

  private void computeBeside(Task<R> task) {
    try {
      compute(task, false);
    } catch (Throwable e) {
      onFailure.accept(e);
    } finally {
      running.arriveAndDeregister();
    }
  }

  private void compute(Task<R> task, boolean isOwnThread) throws IOException, InterruptedException {
    AgreedBatch<R> agreed = task.agreed;
    try {
      long begun = System.nanoTime();
      BatchOperation.Result result =
          operation.apply(agreed.context().onStream(task.stream).narrow(agreed.label()), agreed);
      counters.spent(EvaluationCounters.Phase.COMPUTING, System.nanoTime() - begun);
      // Aggregates are of all rows of their batch, whose undecided rows are not cut into parts.
      List<long[]> parts =
          result.aggregates().length == 0
              ? MatchingRows.parts(result.chosen())
              : List.of(result.chosen());
      long[] lastPart = parts.get(parts.size() - 1);
      for (long[] part : parts.subList(0, parts.size() - 1)) {
        byte[] throughRow = agreed.key(MatchingRows.lastLane(part));
        pages.putPart(
            task.place,
            new BatchOutcome<>(false, throughRow, 0, agreed.stored(part), NO_AGGREGATES),
            isOwnThread);
      }
      pages.put(
          task.place,
          new BatchOutcome<>(
              agreed.isLast(),
              task.throughRow,
              agreed.rows(),
              result.chosen().length == 0 ? List.of() : agreed.stored(lastPart),
              result.aggregates()));
    } finally {
      agreed.release();
    }
  }
}

package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.server.evaluation.align.AlignedBatch;
import io.dartagnan.server.evaluation.align.Alignment;
import io.dartagnan.server.evaluation.metrics.EvaluationCounters;
import io.dartagnan.server.evaluation.metrics.Phase;
import io.dartagnan.server.evaluation.operate.BatchOperation;
import io.dartagnan.server.evaluation.page.BatchOutcome;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.evaluation.row.RowSource;
import io.dartagnan.server.evaluation.row.StoredRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;

/**
 * This party's side of one query over one range, from the first row to the last page. It runs on
 * one thread of its own and never on an RPC handler: it needs all three parties at once, and a
 * handler that waited for a peer could be the one that peer waits for.
 *
 * <p><b>How.</b> That thread reads a batch, agrees on it with the peers on stream 0, and goes on to
 * the next, while up to {@link Pace#inFlight} agreed batches are computed on streams of their own
 * in {@linkplain SpareThreads spare threads}; so a query over many batches takes the rounds of an
 * agreement per batch, and not those of a comparison. Which stream a batch has follows from its
 * number. Which thread computes it is a matter of this party alone: one that has no thread to spare
 * does it before it goes on, with the same messages in the same order on each stream.
 *
 * <p>No wait can be for itself: computing a batch waits for the peers to have agreed on it and to
 * compute it too, beginning one waits for the page of the batch {@link Pace#inFlight} earlier to be
 * fetched, and fetching a page for the pages before it. All of that lies before, never behind.
 *
 * @param <R> a row as this party stores it
 */
final class Evaluation<R extends StoredRow> {
  private static final int FIRST_STREAM = 1;

  private final BatchOperation operation;
  private final Pace pace;
  private final RowSource<R> source;
  private final Alignment alignment;
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
   * @param counters take what it does
   * @param onFailure told of whatever goes wrong, by the thread it happens on; ends the exchange
   *     and the pages, so that nothing waits for either any more
   */
  Evaluation(
      BatchOperation operation,
      Pace pace,
      RowSource<R> source,
      Alignment alignment,
      Exchange exchange,
      PageQueue<R> pages,
      SpareThreads spare,
      EvaluationCounters counters,
      Consumer<Throwable> onFailure) {
    this.operation = operation;
    this.pace = pace;
    this.source = source;
    this.alignment = alignment;
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
  }

  private void evaluate() throws IOException, InterruptedException {
    Session session = Session.begin(exchange);
    List<R> rows = new ArrayList<>();
    int batchRows = pace.firstRows();
    byte[] throughRow = new byte[0];
    boolean last = false;
    int number = 0;
    while (!last) {
      long begun = System.nanoTime();
      boolean exhausted = source.fill(rows, batchRows);
      long read = System.nanoTime();
      counters.spent(Phase.READING, read - begun);
      Context context = session.nextBatch();
      AlignedBatch<R> aligned = alignment.agree(context.narrow("align"), rows, exhausted);
      counters.spent(Phase.AGREEING, System.nanoTime() - read);
      if (aligned.isNothingYet()) {
        // The peers have heard that this party is still reading, or it that one of them is.
        continue;
      }
      last = aligned.isLast();
      if (!last) {
        throughRow = aligned.throughRow();
        rows = beyond(rows, throughRow, source.order());
      }
      // From here on the stream is free: the batch before this one on it has been fetched.
      PageQueue.Place<R> place = pages.reserve(pace.inFlight());
      Context own = context.onStream(FIRST_STREAM + number).narrow(aligned.label());
      begin(new Batch<>(own, aligned, throughRow, place));
      batchRows = pace.rowsAfter(batchRows);
      number = (number + 1) % pace.inFlight();
    }
  }

  /** The rows that wait for the next batch. */
  private static <R extends StoredRow> List<R> beyond(
      List<R> rows, byte[] throughRow, Comparator<byte[]> order) {
    List<R> waiting = new ArrayList<>();
    for (R row : rows) {
      if (order.compare(row.key(), throughRow) > 0) {
        waiting.add(row);
      }
    }
    return waiting;
  }

  /** A batch that the three parties have agreed on. */
  private record Batch<R extends StoredRow>(
      Context context, AlignedBatch<R> aligned, byte[] throughRow, PageQueue.Place<R> place) {}

  /** Computes a batch on another thread; on this one if none is free or nothing else is to do. */
  private void begin(Batch<R> batch) {
    if (batch.aligned.isLast()) {
      compute(batch);
      return;
    }
    boolean begun = false;
    running.register();
    try {
      begun = spare.tryRun(() -> computeBeside(batch));
    } finally {
      if (!begun) {
        running.arriveAndDeregister();
      }
    }
    if (!begun) {
      compute(batch);
    }
  }

  private void computeBeside(Batch<R> batch) {
    try {
      compute(batch);
    } catch (Throwable e) {
      onFailure.accept(e);
    } finally {
      running.arriveAndDeregister();
    }
  }

  private void compute(Batch<R> batch) {
    List<AlignedBatch.AlignedRow<R>> rows = batch.aligned.rows();
    long begun = System.nanoTime();
    BatchOperation.Result<R> result = operation.apply(batch.context, rows);
    counters.spent(Phase.COMPUTING, System.nanoTime() - begun);
    pages.put(
        batch.place,
        new BatchOutcome<>(
            batch.aligned.isLast(),
            batch.throughRow,
            rows.size(),
            result.rows(),
            result.aggregates()));
  }
}

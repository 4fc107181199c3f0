package io.dartagnan.server.evaluation;

import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.wire.FilterQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;

/**
 * This party's side of one filter over one range, from the first row to the last page. It runs on
 * one thread of its own and never on an RPC handler: it needs all three parties at once, and a
 * handler that waited for a peer could be what that peer waits for.
 *
 * <p><b>How.</b> That thread reads a batch, agrees on it with the peers on stream 0, and goes on to
 * the next, while up to {@link #IN_FLIGHT} agreed batches are compared on streams of their own in
 * {@linkplain SpareThreads spare threads}; so a filter over many batches takes the rounds of an
 * agreement per batch, and not those of a comparison. Which stream a batch has follows from its
 * number. Which thread compares it is a matter of this party alone: one that has no thread to spare
 * does it before it goes on, with the same messages in the same order on each stream.
 *
 * <p>No wait can be for itself: comparing a batch waits for the peers to have agreed on it and to
 * compare it too, beginning one waits for the page of the batch {@link #IN_FLIGHT} earlier to be
 * fetched, and fetching a page for the pages before it. All of that lies before, never behind.
 */
final class Evaluation {

  /** Batches that may be under way or waiting to be fetched. */
  static final int IN_FLIGHT = 4;

  private static final int FIRST_BATCH_ROWS = 512;
  private static final int FIRST_STREAM = 1;

  private final RowReader reader;
  private final Exchange exchange;
  private final PageQueue pages;
  private final SpareThreads spare;
  private final Consumer<Throwable> onFailure;
  private final LaneFilter filter;
  private final int maxRows;
  // The evaluation's own thread is a party to it, and so is each batch on a spare one.
  private final Phaser running = new Phaser(1);

  /**
   * An evaluation.
   *
   * @param onFailure told of whatever goes wrong, by the thread it happens on; ends the exchange
   *     and the pages, so that nothing waits for either any more
   */
  Evaluation(
      FilterQuery query,
      ProtocolSuite suite,
      RowReader reader,
      Exchange exchange,
      PageQueue pages,
      SpareThreads spare,
      Consumer<Throwable> onFailure) {
    this.reader = reader;
    this.exchange = exchange;
    this.pages = pages;
    this.spare = spare;
    this.onFailure = onFailure;
    this.filter = new LaneFilter(query, suite);
    this.maxRows = BatchSize.mostRows(query.protection(), query.comparison(), suite);
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
    List<ScannedRow> rows = new ArrayList<>();
    int batchRows = Math.min(FIRST_BATCH_ROWS, maxRows);
    byte[] throughRow = HConstants.EMPTY_BYTE_ARRAY;
    boolean last = false;
    for (int number = 0; !last; number = (number + 1) % IN_FLIGHT) {
      boolean exhausted = reader.fill(rows, batchRows);
      Context context = session.nextBatch();
      Agreement agreement = new Alignment(context.narrow("align")).agree(rows, exhausted);
      last = agreement.isLast();
      if (!last) {
        throughRow = agreement.throughRow();
        rows = beyond(rows, throughRow);
      }
      // From here on the stream is free: the batch before this one on it has been fetched.
      PageQueue.Place place = pages.reserve(IN_FLIGHT);
      begin(
          new Batch(
              context.onStream(FIRST_STREAM + number), agreement.rows(), last, throughRow, place));
      batchRows = Math.min(2 * batchRows, maxRows);
    }
  }

  /** The rows that wait for the next batch. */
  private static List<ScannedRow> beyond(List<ScannedRow> rows, byte[] throughRow) {
    List<ScannedRow> waiting = new ArrayList<>();
    for (ScannedRow row : rows) {
      if (Arrays.compareUnsigned(row.row(), throughRow) > 0) {
        waiting.add(row);
      }
    }
    return waiting;
  }

  /** A batch that the three parties have agreed on. */
  private record Batch(
      Context context,
      List<Agreement.Row> rows,
      boolean last,
      byte[] throughRow,
      PageQueue.Place place) {}

  /** Compares a batch on another thread; on this one if none is free or nothing else is to do. */
  private void begin(Batch batch) throws IOException {
    if (batch.last) {
      compare(batch);
      return;
    }
    boolean begun = false;
    running.register();
    try {
      begun = spare.tryRun(() -> compareBeside(batch));
    } finally {
      if (!begun) {
        running.arriveAndDeregister();
      }
    }
    if (!begun) {
      compare(batch);
    }
  }

  private void compareBeside(Batch batch) {
    try {
      compare(batch);
    } catch (Throwable e) {
      onFailure.accept(e);
    } finally {
      running.arriveAndDeregister();
    }
  }

  private void compare(Batch batch) throws IOException {
    List<Cell> matching = new ArrayList<>();
    for (ScannedRow row : filter.matching(batch.context, batch.rows)) {
      matching.addAll(row.cells());
    }
    pages.put(batch.place, new MatchingRows(batch.last, batch.throughRow, matching));
  }
}

package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * The strategy row by row: it reads a batch of rows with all their cells, and agrees on it with the
 * peers.
 *
 * @param <R> a row as this party stores it
 */
public final class RowStrategy<R extends StoredRow> implements ExecutionStrategy<R> {
  private final Terms terms;
  private final RowSource<R> source;
  private final Alignment alignment;
  private final byte[] end;
  private List<R> rows = new ArrayList<>();
  private int batchRows;

  /**
   * The terms on which one evaluation goes row by row.
   *
   * @param columns the query's
   * @param pace sizes of batches
   * @param missing told of writes that one party has lost, as {@link Alignment} does
   * @param counters take what it does
   */
  public record Terms(
      List<QueryColumn> columns,
      Pace pace,
      ObjIntConsumer<Party> missing,
      EvaluationCounters counters) {}

  /**
   * The strategy for a stretch.
   *
   * @param terms of the evaluation
   * @param source its rows
   * @param end its last row; null if it ends with the range
   */
  public RowStrategy(Terms terms, RowSource<R> source, byte[] end) {
    this.terms = terms;
    this.source = source;
    this.end = end;
    this.alignment =
        new Alignment(
            IntStream.range(0, terms.columns.size())
                .filter(column -> !terms.columns.get(column).isRowKey())
                .mapToObj(source::retention)
                .toList(),
            terms.pace.mostRows(),
            source.order(),
            terms.missing);
    this.batchRows = terms.pace.firstRows();
  }

  @Override
  public AgreedBatch<R> next(Session session) throws IOException {
    while (true) {
      long begun = System.nanoTime();
      boolean exhausted = source.fill(rows, batchRows);
      long read = System.nanoTime();
      terms.counters().spent(EvaluationCounters.Phase.READING, read - begun);
      Context context = session.nextBatch();
      AlignedBatch<R> aligned =
          alignment.agree(context.narrow("align"), rows, exhausted, source::absent);
      terms.counters().spent(EvaluationCounters.Phase.AGREEING, System.nanoTime() - read);
      if (aligned.isNothingYet()) {
        // The peers have heard that this party is still reading, or it that one of them is.
        continue;
      }
      byte[] through = aligned.isLast() ? end : aligned.throughRow();
      rows = aligned.isLast() ? List.of() : beyond(rows, through, source.order());
      batchRows = terms.pace().rowsAfter(batchRows);
      return new RowBatch<>(context, terms.columns(), aligned, through);
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

  @Override
  public int inFlight() {
    return terms.pace().inFlight();
  }

  /** Does nothing: it holds nothing but memory. */
  @Override
  public void close() {}
}

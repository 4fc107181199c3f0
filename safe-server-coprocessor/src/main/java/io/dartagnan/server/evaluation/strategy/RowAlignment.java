package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.evaluation.align.Alignment;
import io.dartagnan.server.evaluation.align.MissingWrites;
import io.dartagnan.server.evaluation.metrics.EvaluationCounters;
import io.dartagnan.server.evaluation.row.RowSource;
import io.dartagnan.server.evaluation.row.StoredRow;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The terms on which one evaluation goes row by row.
 *
 * @param columns the query's
 * @param pace sizes of batches
 * @param missing hears of writes that one party has lost
 * @param counters take what it does
 */
public record RowAlignment(
    List<QueryColumn> columns, Pace pace, MissingWrites missing, EvaluationCounters counters) {

  /** The strategy for all rows of a source. */
  public <R extends StoredRow> RowStrategy<R> strategy(RowSource<R> source) {
    return through(source, null);
  }

  /**
   * The strategy for a stretch.
   *
   * @param source its rows
   * @param end its last row; null if it ends with the range
   */
  <R extends StoredRow> RowStrategy<R> through(RowSource<R> source, byte[] end) {
    Alignment alignment =
        new Alignment(
            IntStream.range(0, columns.size()).mapToObj(source::retention).toList(),
            pace.mostRows(),
            source.order(),
            missing);
    return new RowStrategy<>(this, source, alignment, end);
  }
}

package io.dartagnan.server.query;

import com.google.common.primitives.Bytes;
import java.util.List;

/**
 * The result of one batch, of a part of it, or of several.
 *
 * @param last whether nothing is left of the range
 * @param throughRow the last row that the batches so far have covered
 * @param judged how many rows have been judged since the outcome before
 * @param rows the rows that match, in order; they outlive the batch. Of an aggregate those that are
 *     undecided
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

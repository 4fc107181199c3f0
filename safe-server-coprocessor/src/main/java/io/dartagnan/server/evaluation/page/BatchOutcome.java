package io.dartagnan.server.evaluation.page;

import java.util.List;

/**
 * The result of one batch, or a part of it.
 *
 * @param last whether nothing is left of the range
 * @param throughRow the last row that the batches so far have covered
 * @param judged how many rows have been judged since the outcome before
 * @param rows the rows that match, in order; they outlive the batch. None of an aggregate
 * @param aggregates this party's shares of the aggregates over the batch; empty of a selection
 * @param <R> a row as this party stores it
 */
public record BatchOutcome<R>(
    boolean last, byte[] throughRow, int judged, List<R> rows, byte[] aggregates) {}

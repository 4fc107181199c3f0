package io.dartagnan.server.evaluation.page;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The place of one batch in the line of an evaluation's pages. Guarded by the queue that gave it.
 *
 * @param <R> a row as this party stores it
 */
public final class BatchPlace<R> {
  private final boolean endsPage;
  private final Queue<BatchOutcome<R>> outcomes = new ArrayDeque<>();
  private boolean filled;

  /** A place for a batch that a page is to end with, or not. */
  BatchPlace(boolean endsPage) {
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

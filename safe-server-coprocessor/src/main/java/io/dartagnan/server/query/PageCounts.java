package io.dartagnan.server.query;

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

package io.dartagnan.server.evaluation;

import io.dartagnan.server.Deadline;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.evaluation.row.MemoryRow;
import io.dartagnan.wire.QueryFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was fetched of one party's pages.
 *
 * @param rows keys of the matching rows, in the order they came
 * @param pages how many pages there were
 * @param judged how many rows they say were judged
 * @param failure what came in the place of a last page
 */
record FetchedPages(List<String> rows, int pages, int judged, Optional<QueryFailure> failure) {
  private static final long MOMENT_MS = 100;

  /** Fetches to the last page or a failure. */
  static FetchedPages of(RunningEvaluation<MemoryRow> evaluation) {
    return of(evaluation, () -> {});
  }

  /**
   * Fetches to the last page or a failure.
   *
   * @param afterEach what the client does after each page
   */
  static FetchedPages of(RunningEvaluation<MemoryRow> evaluation, Runnable afterEach) {
    List<String> rows = new ArrayList<>();
    int pages = 0;
    int judged = 0;
    Deadline deadline = new Deadline("a last page");
    while (true) {
      deadline.check();
      PageQueue.Entry<MemoryRow> entry = poll(evaluation);
      if (entry == null) {
        continue;
      }
      if (entry.failure() != null) {
        return new FetchedPages(rows, pages, judged, Optional.of(entry.failure()));
      }
      entry.outcome().rows().forEach(row -> rows.add(row.toString()));
      pages++;
      judged += entry.outcome().judged();
      afterEach.run();
      if (entry.outcome().last()) {
        return new FetchedPages(rows, pages, judged, Optional.empty());
      }
    }
  }

  private static PageQueue.Entry<MemoryRow> poll(RunningEvaluation<MemoryRow> evaluation) {
    try {
      return evaluation.poll(MOMENT_MS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for a page", e);
    }
  }
}

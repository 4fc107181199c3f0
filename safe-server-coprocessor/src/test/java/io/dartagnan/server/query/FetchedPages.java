package io.dartagnan.server.query;

import io.dartagnan.server.Deadline;
import io.dartagnan.server.query.agreement.MemoryRow;
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
 * @param last whether the last page is among them
 * @param failure what came in the place of a last page
 */
record FetchedPages(
    List<String> rows, int pages, int judged, boolean last, Optional<QueryFailure> failure) {
  /** Nothing yet. */
  static final FetchedPages NONE = new FetchedPages(List.of(), 0, 0, false, Optional.empty());

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
    FetchedPages fetched = NONE;
    Deadline deadline = new Deadline("a last page");
    while (!fetched.ended()) {
      deadline.check();
      int before = fetched.pages;
      fetched = fetched.next(evaluation, MOMENT_MS);
      if (fetched.pages > before) {
        afterEach.run();
      }
    }
    return fetched;
  }

  /** Whether nothing more is to be fetched. */
  boolean ended() {
    return last || failure.isPresent();
  }

  /** This and one page more, if one comes within this time. */
  FetchedPages next(RunningEvaluation<MemoryRow> evaluation, long waitMs) {
    PageQueue.Entry<MemoryRow> entry = poll(evaluation, waitMs);
    if (entry == null) {
      return this;
    }
    if (entry.failure() != null) {
      return new FetchedPages(rows, pages, judged, false, Optional.of(entry.failure()));
    }
    List<String> more = new ArrayList<>(rows);
    entry.outcome().rows().forEach(row -> more.add(row.toString()));
    return new FetchedPages(
        more,
        pages + 1,
        judged + entry.outcome().judged(),
        entry.outcome().last(),
        Optional.empty());
  }

  private static PageQueue.Entry<MemoryRow> poll(
      RunningEvaluation<MemoryRow> evaluation, long waitMs) {
    try {
      return evaluation.poll(waitMs);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for a page", e);
    }
  }
}

package io.dartagnan.server.storage;

import io.dartagnan.server.query.PageQueue;
import io.dartagnan.server.query.PageQueue.BatchOutcome;
import io.dartagnan.server.query.RunningEvaluation;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * A scanner that answers a query with its pages: each call returns one cell that holds one {@link
 * Page}.
 *
 * <p>A call that finds no page answers with a heartbeat, so that no handler is ever held by a peer.
 * Where there is a {@linkplain WaitingPlaces place}, it waits for up to {@value #WAIT_MS} ms first:
 * what is soon there needs no second call, and each call takes processor time at client and server.
 * Closing it, which HBase also does when the client's lease ends, ends the evaluation.
 */
public final class PagedScanner extends AnswerScanner {
  private static final long WAIT_MS = 50;

  private final RunningEvaluation<RegionRow> evaluation;
  private final WaitingPlaces places;
  private final boolean packs;
  private byte[] throughRow = HConstants.EMPTY_BYTE_ARRAY;
  private long judgedRows;
  private boolean done;

  /**
   * Pages of one evaluation.
   *
   * @param opened the scanner that HBase opened for the call, which is closed with this one and
   *     never read: {@link RegionRows} says why
   * @param evaluation abandoned by this scanner unless its last page was fetched
   * @param packs whether the pages' rows are packed
   */
  public PagedScanner(
      RegionScanner opened, RunningEvaluation<RegionRow> evaluation, boolean packs) {
    this(opened, evaluation, packs, WaitingPlaces.PROCESS);
  }

  /** Pages of one evaluation, with these places to wait in. */
  PagedScanner(
      RegionScanner opened,
      RunningEvaluation<RegionRow> evaluation,
      boolean packs,
      WaitingPlaces places) {
    super(opened);
    this.evaluation = evaluation;
    this.packs = packs;
    this.places = places;
  }

  /**
   * A scanner that answers a query with the reason why it is not evaluated.
   *
   * @param opened the scanner that HBase opened for the call
   */
  public static PagedScanner refusing(QueryFailure reason, RegionScanner opened) {
    return new PagedScanner(opened, RunningEvaluation.<RegionRow>refused(reason), false);
  }

  @Override
  protected boolean isDone() {
    return done;
  }

  @Override
  protected byte[] answer() throws IOException {
    try {
      return answer(poll());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a page");
    }
  }

  private PageQueue.Entry<RegionRow> poll() throws InterruptedException {
    PageQueue.Entry<RegionRow> there = evaluation.poll(0);
    if (there != null || !places.take()) {
      return there;
    }
    try {
      return evaluation.poll(WAIT_MS);
    } finally {
      places.free();
    }
  }

  private byte[] answer(PageQueue.Entry<RegionRow> entry) {
    if (entry == null) {
      return Page.heartbeat(evaluation.meshBytes(), judgedRows, throughRow).encode();
    }
    if (entry.failure() != null) {
      done = true;
      return entry.failure().encode();
    }
    BatchOutcome<RegionRow> outcome = entry.outcome();
    throughRow = outcome.throughRow();
    judgedRows += outcome.judged();
    done = outcome.last();
    // Counted now: behind the last page nothing is sent any more, whichever batch ended last.
    Page page =
        new Page(
            done ? Page.Kind.LAST : Page.Kind.MORE,
            evaluation.meshBytes(),
            judgedRows,
            throughRow,
            outcome.aggregates(),
            outcome.rows().stream().map(row -> CloudRow.of(Result.create(row.cells()))).toList());
    return packs ? page.encodePacked() : page.encode();
  }

  @Override
  public void close() throws IOException {
    // HBase closes the scanner itself behind the last page. The peers may still be at theirs: they
    // must not hear that this evaluation was given up.
    if (done) {
      evaluation.close();
    } else {
      evaluation.abandon();
    }
    super.close();
  }
}

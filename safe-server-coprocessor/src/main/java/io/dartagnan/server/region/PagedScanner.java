package io.dartagnan.server.region;

import io.dartagnan.server.evaluation.RunningEvaluation;
import io.dartagnan.server.evaluation.page.BatchOutcome;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A scanner that answers a query with its pages: each call returns one cell that holds one {@link
 * Page}.
 *
 * <p>A call waits a moment for the evaluation and then answers with a heartbeat, so that no handler
 * is ever held by a peer. Closing it, which HBase also does when the client's lease ends, ends the
 * evaluation.
 */
public final class PagedScanner implements RegionScanner {
  private static final long WAIT_MS = 100;
  private static final byte[] ROW = Bytes.toBytes("page");
  private static final byte[] FAMILY = Bytes.toBytes("d");

  private final RegionScanner opened;
  private final RunningEvaluation<RegionRow> evaluation;
  private byte[] throughRow = HConstants.EMPTY_BYTE_ARRAY;
  private long judgedRows;
  private boolean done;

  /**
   * Pages of one evaluation.
   *
   * @param opened the scanner that HBase opened for the call, which is closed with this one and
   *     never read: {@link RegionRows} says why
   * @param evaluation abandoned by this scanner unless its last page was fetched
   */
  PagedScanner(RegionScanner opened, RunningEvaluation<RegionRow> evaluation) {
    this.opened = opened;
    this.evaluation = evaluation;
  }

  /**
   * A scanner that answers a query with the reason why it is not evaluated.
   *
   * @param opened the scanner that HBase opened for the call
   */
  public static PagedScanner refusing(QueryFailure reason, RegionScanner opened) {
    return new PagedScanner(opened, RunningEvaluation.refused(reason));
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext scannerContext) throws IOException {
    return nextRaw(result);
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    if (done) {
      return false;
    }
    PageQueue.Entry<RegionRow> entry;
    try {
      entry = evaluation.poll(WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a page");
    }
    result.add(
        new KeyValue(
            ROW, FAMILY, HConstants.EMPTY_BYTE_ARRAY, System.currentTimeMillis(), answer(entry)));
    return !done;
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
    List<Cell> cells = new ArrayList<>();
    outcome.rows().forEach(row -> cells.addAll(row.cells()));
    // Counted now: behind the last page nothing is sent any more, whichever batch ended last.
    return new Page(
            done ? Page.Kind.LAST : Page.Kind.MORE,
            evaluation.meshBytes(),
            judgedRows,
            throughRow,
            outcome.aggregates(),
            cells)
        .encode();
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return nextRaw(result);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext scannerContext) throws IOException {
    return nextRaw(result);
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
    opened.close();
  }

  @Override
  public RegionInfo getRegionInfo() {
    return opened.getRegionInfo();
  }

  @Override
  public boolean isFilterDone() {
    return false;
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    throw new IOException("a scan that is evaluated by the three clouds cannot be repositioned");
  }

  @Override
  public long getMaxResultSize() {
    return opened.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return opened.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return opened.getBatch();
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.RowScanner;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner that gives the application what HBase's own filter, versions, limits and batches make
 * of whole rows. For one thread at a time, as HBase's; any thread may close.
 */
public final class JudgedScanner implements ResultScanner, ExplainedScan {

  private static final Logger LOG = LoggerFactory.getLogger(JudgedScanner.class);

  private final FilterPlan plan;
  private final Optional<WhereClause> judged;
  private final RowScanner rows;
  private final ResidualFilter judge;
  private final RowMetrics metrics;
  private final Queue<Result> results = new ArrayDeque<>();
  private long fetchedRows;
  private long returnedRows;
  private long failedRows;
  private IOException failure;

  /**
   * Creates a scanner.
   *
   * @param plan the plan of the scan
   * @param judged what the rows must satisfy that come, as they were judged by it; empty if others
   *     may come
   * @param rows whole rows with all versions that their families are declared to keep; closed by
   *     this scanner
   */
  public JudgedScanner(
      FilterPlan plan,
      Optional<WhereClause> judged,
      RowScanner rows,
      ResidualFilter judge,
      RowMetrics metrics) {
    this.plan = plan;
    this.judged = judged;
    this.rows = rows;
    this.judge = judge;
    this.metrics = metrics;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException once a call has failed, every later one fails alike: the end of the rows is
   *     never pretended
   */
  @Override
  public Result next() throws IOException {
    if (failure != null) {
      throw failure;
    }
    try {
      while (results.isEmpty() && !judge.done()) {
        Result row = rows.next();
        if (row == null) {
          break;
        }
        fetchedRows++;
        requireMatch(row);
        List<Result> judged = judge.judge(row);
        if (judged.isEmpty()) {
          failedRows++;
        }
        results.addAll(judged);
      }
    } catch (IOException | RuntimeException e) {
      failure = e instanceof IOException io ? io : new IOException("an earlier call failed", e);
      rows.close();
      throw e;
    }
    Result next = results.poll();
    if (next != null && results.isEmpty()) {
      returnedRows++;
    }
    metrics.count(next, scannedRows(), filteredRows());
    if (next == null || (results.isEmpty() && judge.done())) {
      rows.close();
    }
    return next;
  }

  /** Refuses a row that does not satisfy the clause that the clouds were asked. */
  private void requireMatch(Result row) throws DoNotRetryIOException {
    if (judged.isPresent() && !judged.get().holds(row)) {
      throw deviation(row, judged.get());
    }
  }

  /**
   * The refusal of a row that does not satisfy a clause. All three clouds returned it, so one of
   * them at least did not follow the protocol. Which one cannot be told from the answer: a false
   * share of the opened verdict looks like any other.
   */
  public static DoNotRetryIOException deviation(Result row, WhereClause where) {
    return new DoNotRetryIOException(
        "cloud 0, cloud 1 and cloud 2 returned row %s, which does not satisfy %s: one of them, at least, deviates from the protocol; the row was not returned, and answers of these clouds are not to be relied on"
            .formatted(Bytes.toStringBinary(row.getRow()), where));
  }

  @Override
  public FilterPlan plan() {
    return plan;
  }

  @Override
  public long fetchedRows() {
    return fetchedRows;
  }

  @Override
  public long returnedRows() {
    return returnedRows;
  }

  @Override
  public void close() {
    LOG.debug(
        "{}: {} rows fetched, {} returned, {} bytes between the clouds",
        plan,
        fetchedRows,
        returnedRows,
        meshBytes());
    rows.close();
  }

  @Override
  public boolean renewLease() {
    return rows.renewLease();
  }

  /** Returns how many rows the clouds have judged, and where they only send rows, those. */
  private long scannedRows() {
    return Math.max(fetchedRows, rows.judgedRows());
  }

  /** Returns how many rows did not pass, at the clouds or here. */
  private long filteredRows() {
    return failedRows + rows.droppedRows();
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return metrics.shown();
  }

  @Override
  public long meshBytes() {
    return rows.meshBytes();
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.plan.FilterPlan;
import io.dartagnan.client.residual.ResidualFilter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scanner that gives the application what HBase's own filter, versions, limits and batches make
 * of whole rows. For one thread at a time, as HBase's; any thread may close.
 */
public final class JudgedScanner implements ResultScanner, ExplainedScan {

  /** A check of each row that the clouds returned, before it is judged. */
  @FunctionalInterface
  public interface Check {
    /** The check of rows that nobody claims anything of. */
    Check NONE = row -> {};

    /**
     * Checks a row.
     *
     * @throws IOException if the clouds must not have returned it
     */
    void check(Result row) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(JudgedScanner.class);

  private final FilterPlan plan;
  private final ResultScanner rows;
  private final Check check;
  private final ResidualFilter judge;
  private final RowMetrics metrics;
  private final Queue<Result> results = new ArrayDeque<>();
  private long fetchedRows;
  private long returnedRows;
  private long failedRows;
  private IOException failure;

  /**
   * A scanner.
   *
   * @param plan the plan of the scan
   * @param rows whole rows with all versions that their families are declared to keep; closed by
   *     this scanner
   */
  public JudgedScanner(
      FilterPlan plan, ResultScanner rows, Check check, ResidualFilter judge, RowMetrics metrics) {
    this.plan = plan;
    this.rows = rows;
    this.check = check;
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
        check.check(row);
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

  /** Rows that the clouds have judged, and where they only send rows, those. */
  private long scannedRows() {
    return Math.max(fetchedRows, rows instanceof JudgedRows judged ? judged.judgedRows() : 0);
  }

  /** Rows that did not pass, at the clouds or here. */
  private long filteredRows() {
    return failedRows + (rows instanceof JudgedRows judged ? judged.droppedRows() : 0);
  }

  @Override
  public ScanMetrics getScanMetrics() {
    return metrics.shown();
  }

  @Override
  public long meshBytes() {
    return rows instanceof MeshTraffic traffic ? traffic.meshBytes() : 0;
  }
}

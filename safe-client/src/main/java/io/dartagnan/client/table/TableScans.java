package io.dartagnan.client.table;

import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterPlanner;
import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.CloudCursor;
import io.dartagnan.client.read.CloudCursor.Limits;
import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.LimitedScans;
import io.dartagnan.client.read.MergedScanner;
import io.dartagnan.client.read.PairOfClouds;
import io.dartagnan.client.read.PairScanner;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.read.TableReads;
import io.dartagnan.client.rowkeys.StoredRanges;
import io.dartagnan.client.rowkeys.UnsealedRows;
import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.scan.CloudQueries;
import io.dartagnan.client.scan.EvaluatedRows;
import io.dartagnan.client.scan.GroupedRows;
import io.dartagnan.client.scan.IntervalScanner;
import io.dartagnan.client.scan.JudgedScanner;
import io.dartagnan.client.scan.Question;
import io.dartagnan.client.scan.RowMetrics;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scans of one table: each is read from the three clouds as far as they can narrow it, put
 * together row by row, and judged by HBase's own filter at the client unless the clouds' verdict is
 * that.
 */
public final class TableScans {
  /** Rows of a chunk that a cursor fetches ahead, if they are packed, and if they are not. */
  private static final int PACKED_AHEAD = 4_000;

  private static final int ROWS_AHEAD = 1_000;
  private static final int NO_LIMIT = -1;

  private final ConnectionParts connection;
  private final CloudTables tables;
  private final ProtectedTable table;

  /** The scans of a table. */
  public TableScans(ConnectionParts connection, CloudTables tables, ProtectedTable table) {
    this.connection = connection;
    this.tables = tables;
    this.table = table;
  }

  /**
   * Opens a scan.
   *
   * @throws UnsupportedOperationException listing every reason why it cannot be served; nothing was
   *     sent
   */
  ResultScanner open(Scan scan) throws IOException {
    ReadPlan.require(scan, table);
    return open(ReadPlan.wholeAnswers(scan, table), RowMetrics.of(scan));
  }

  /** Opens a scan of what all three clouds store, of which a reconciler makes the rows. */
  public RowScanner open(Scan scan, RowReconciler reconciler) throws IOException {
    return ofThree(scan, scan, NO_LIMIT, reconciler, OptionalLong.empty());
  }

  private ResultScanner open(Scan scan, RowMetrics metrics) throws IOException {
    RowKeys keys = table.rowKeys();
    if (!ReadPlan.isJudged(scan) && keys.areOrdered()) {
      Scan stored = StoredRanges.of(scan, keys);
      return metrics.around(UnsealedRows.inOrder(merged(scan, stored, scan.getLimit()), keys));
    }
    FilterPlan plan = plan(scan);
    ResidualFilter judge =
        ResidualFilter.of(plan.isExact() ? null : scan.getFilter(), scan, table.versions());
    // Also where nothing is asked: a setting that fits no table is refused by every filtered scan.
    CloudQueries clouds =
        CloudQueries.of(
            connection.configuration(),
            connection.regions().of(table.schema().table()),
            tables::scan,
            connection.scanTurns(),
            table.schema());
    Scan whole = ReadPlan.wholeRows(scan).setFilter(plan.columns().orElse(null));
    int limit = keys.areOrdered() ? scan.getLimit() : NO_LIMIT;
    IntervalScanner rows =
        IntervalScanner.of(
            StoredRanges.of(plan.ranges(), keys),
            scan.isReversed(),
            interval ->
                plan.where().isPresent()
                    ? evaluated(
                        clouds,
                        whole,
                        interval,
                        plan.where().get(),
                        limit,
                        // What is counted is of this scan alone.
                        metrics.areShown() ? 1 : clouds.settings().together())
                    : merged(scan, interval.within(new Scan(whole)), NO_LIMIT));
    return new JudgedScanner(
        plan,
        plan.where(),
        UnsealedRows.of(rows, keys, plan.where(), plan.ranges(), scan, connection.configuration()),
        judge,
        metrics);
  }

  private FilterPlan plan(Scan scan) {
    FilterPlan plan = FilterPlanner.plan(table, scan);
    connection.localFilters().apply(table.schema().table(), plan);
    return plan;
  }

  private RowScanner evaluated(
      CloudQueries clouds, Scan whole, RowInterval rows, WhereClause where, int limit, int together)
      throws IOException {
    GroupedRows.Evaluation evaluation =
        (some, any) -> {
          Question question = Question.whichRows(any, limit);
          return new EvaluatedRows(
              clouds.ask(question, whole, some),
              DeepReconciliation.of(whole, table, new TableReads(tables))
                  .leaving(question.columns(), question::holds));
        };
    return limit > 0
        ? evaluation.of(rows, where)
        : new GroupedRows(
            connection.filters().of(clouds.table(), whole, rows),
            rows,
            where,
            together,
            evaluation);
  }

  /**
   * Opens a scan whose rows the client merges.
   *
   * @param outer says how many rows and bytes to fetch at a time
   * @param scan the rows, columns and versions to read
   * @param limit how many of them are wanted; not positive for all
   */
  private RowScanner merged(Scan outer, Scan scan, int limit) throws IOException {
    QuorumReader calls = connection.quorum();
    if (calls.isAllowed() && PairOfClouds.areEnough(scan.getFamilyMap(), table)) {
      return new PairScanner(
          calls,
          (rest, most, lost) ->
              lost.isPresent()
                  ? ofTwo(outer, rest, most, lost.get())
                  : ofThree(
                      outer,
                      rest,
                      most,
                      DeepReconciliation.of(
                          rest,
                          table,
                          new TableReads(
                              tables,
                              gets ->
                                  calls.three(
                                      tables.deadlineMs(), cloud -> tables.on(cloud).get(gets)))),
                      OptionalLong.of(calls.afterMs())),
          scan,
          limit);
    }
    return new AllThreeScanner(
        ofThree(
            outer,
            scan,
            limit,
            DeepReconciliation.of(scan, table, new TableReads(tables)),
            OptionalLong.empty()));
  }

  private RowScanner ofThree(
      Scan outer, Scan scan, int limit, RowReconciler reconciler, OptionalLong lostAfterMs)
      throws IOException {
    Limits limits = limits(outer, limit);
    return new MergedScanner(
        cursors(table.placement().clouds(), ReadPlan.of(scan, limits, limit), limits),
        table.placement().quorum(),
        reconciler,
        scan.isReversed(),
        limit,
        lostAfterMs);
  }

  private RowScanner ofTwo(Scan outer, Scan scan, int limit, Party lost) throws IOException {
    Limits limits = limits(outer, limit);
    QuorumReader calls = connection.quorum();
    PairOfClouds pair = new PairOfClouds(calls, tables, table, lost, connection.ownWrites());
    calls.probe(lost, cloud -> tables.on(cloud).exists(new Get(new byte[] {0})));
    Scan each = ReadPlan.of(scan, limits, limit);
    pair.askForFlags(each);
    return new MergedScanner(
        cursors(table.placement().others(lost), each, limits),
        pair.quorum(),
        pair.rows(DeepReconciliation.of(scan, table, pair)),
        scan.isReversed(),
        limit,
        OptionalLong.empty());
  }

  private List<CloudCursor> cursors(List<Party> clouds, Scan each, Limits limits)
      throws IOException {
    List<CloudCursor> cursors = new ArrayList<>(clouds.size());
    for (Party cloud : clouds) {
      cursors.add(new CloudCursor(cloud, scanner(cloud, each), connection.fanOut().pool(), limits));
    }
    return cursors;
  }

  private ResultScanner scanner(Party cloud, Scan each) throws IOException {
    return each.getLimit() > 0
        ? new LimitedScans(each, scan -> tables.scan(cloud, scan))
        : tables.scan(cloud, new Scan(each));
  }

  private Limits limits(Scan scan, int limit) {
    boolean limited = limit > 0;
    int rows = limited ? Math.min(limit, ROWS_AHEAD) : PACKED_AHEAD;
    if (scan.getCaching() > 0) {
      rows = Math.min(rows, scan.getCaching());
    }
    long bytes = scan.getMaxResultSize();
    if (bytes <= 0) {
      bytes =
          connection
              .configuration()
              .getLong(
                  HConstants.HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE_KEY,
                  HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE);
    }
    return new Limits(
        rows, bytes, ClientSettings.scanDeadlineMs(connection.configuration()), !limited);
  }

  /** A scanner of rows that all three clouds are needed for, whose failures say so. */
  private record AllThreeScanner(ResultScanner rows) implements RowScanner {
    @Override
    public Result next() throws IOException {
      return AllThree.READ.explaining(rows::next);
    }

    @Override
    public void close() {
      rows.close();
    }

    @Override
    public boolean renewLease() {
      return rows.renewLease();
    }
  }
}

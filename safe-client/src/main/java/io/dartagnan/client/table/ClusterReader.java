package io.dartagnan.client.table;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterPlanner;
import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.filter.StoredFilter;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.read.ClusterGets;
import io.dartagnan.client.read.LimitedScans;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.read.RowReader;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.rowkeys.StoredActions;
import io.dartagnan.client.rowkeys.StoredRanges;
import io.dartagnan.client.rowkeys.UnsealedRows;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.rpc.SealedCells;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.scan.IntervalScanner;
import io.dartagnan.client.scan.JudgedScanner;
import io.dartagnan.client.scan.RowMetrics;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * Reader of a table that is on one cluster. Scans without a filter are HBase's own, with their
 * values opened. Of a filter, the cluster judges what it can by the bytes that it stores, and the
 * client judges the rows that come.
 */
final class ClusterReader implements RowReader {
  private static final int NO_LIMIT = -1;

  private final ConnectionParts connection;
  private final CloudTables tables;
  private final ClusterGets gets;

  ClusterReader(ConnectionParts connection, CloudTables tables) {
    this.connection = connection;
    this.tables = tables;
    this.gets = new ClusterGets(tables);
  }

  @Override
  public Result get(Get get, ProtectedTable table) throws IOException {
    // Before: others may learn of new keys meanwhile.
    Optional<String> keys = table.keys();
    return new StoredActions(table)
        .get(
            get,
            stored -> {
              Result answer = gets.get(stored, table);
              requireStill(table, keys, stored.getRow());
              return answer;
            });
  }

  @Override
  public boolean get(List<? extends Row> batch, ProtectedTable table, Object[] results) {
    return false;
  }

  @Override
  public ResultScanner scan(Scan scan, ProtectedTable table) throws IOException {
    ReadPlan.requireColumns(scan.getFamilyMap(), table);
    SealedCells cells = new SealedCells(table);
    RowKeys rowKeys = table.rowKeys();
    Optional<String> keys = table.keys();
    if (rowKeys.areSealed() && scan.isNeedCursorResult()) {
      throw Unsupported.operation(
          "a scan with cursors", "they show row keys as the cluster has them; leave them out");
    }
    if (!scan.hasFilter() && rowKeys.areOrdered()) {
      Scan stored = StoredRanges.of(scan, rowKeys);
      return UnsealedRows.inOrder(
          opened(stored, cells, first -> requireStill(table, keys, stored, first)), rowKeys);
    }
    if (scan.isRaw() && !rowKeys.areOrdered()) {
      throw Unsupported.operation(
          "a raw scan of rows that the client sorts", "make the table with row keys 'ope'");
    }
    FilterPlan plan = FilterPlanner.plan(table, scan);
    connection.localFilters().apply(table.schema().table(), plan);
    boolean asksByKeys = plan.where().filter(StoredFilter::letsOthersPass).isPresent();
    boolean isExact = plan.isExact() && !asksByKeys;
    Scan whole =
        ReadPlan.wholeRows(scan)
            .setScanMetricsEnabled(false)
            .setNeedCursorResult(false)
            .setFilter(stored(plan));
    if (isExact && rowKeys.areOrdered()) {
      whole.setLimit(scan.getLimit());
    } else if (rowKeys.areOrdered() && scan.getLimit() > 0 && scan.getCaching() <= 0) {
      // It may be enough to read as many.
      whole.setCaching(scan.getLimit());
    }
    if (scan.isReversed()) {
      // HBase refuses those with a filter on some families alone, as ours may be.
      whole.setLoadColumnFamiliesOnDemand(false);
    }
    IntervalScanner rows =
        IntervalScanner.of(
            StoredRanges.of(plan.ranges(), rowKeys),
            scan.isReversed(),
            interval -> {
              Scan part = interval.within(new Scan(whole));
              return opened(part, cells, first -> requireStill(table, keys, part, first));
            });
    return new JudgedScanner(
        plan,
        Optional.empty(),
        UnsealedRows.of(
            rows, rowKeys, Optional.empty(), plan.ranges(), scan, connection.configuration()),
        ResidualFilter.of(isExact ? null : scan.getFilter(), scan, table.versions()),
        RowMetrics.of(scan));
  }

  /**
   * Refuses a scan by keys of a table that is no longer there.
   *
   * @param first its first row; null if none came
   */
  private void requireStill(ProtectedTable table, Optional<String> keys, Scan read, Result first)
      throws IOException {
    // A region that has been read by now; that of an open end cannot be told.
    byte[] row =
        first != null ? first.getRow() : read.isReversed() ? read.getStopRow() : read.getStartRow();
    requireStill(table, keys, row);
  }

  private void requireStill(ProtectedTable table, Optional<String> keys, byte[] row)
      throws IOException {
    TableName name = table.schema().table();
    if (keys.isPresent() && !connection.catalogue().isStill(name, keys, tables.regionOf(row))) {
      throw FamilySettings.refusal("table %s was made anew, and has other keys".formatted(name));
    }
  }

  /** Rows, or parts of rows where the scan asks for these: of those one cannot be told to go on. */
  private RowScanner opened(Scan scan, SealedCells cells, OpenedRows.Check check)
      throws IOException {
    boolean isLimited =
        scan.getLimit() > 0 && !ReadPlan.isCutWithinRows(scan) && !scan.getAllowPartialResults();
    return isLimited
        ? new OpenedRows(
            new LimitedScans(scan, each -> tables.scan(Party.P0, each)),
            cells,
            scan.getLimit(),
            check)
        : new OpenedRows(tables.scan(Party.P0, new Scan(scan)), cells, NO_LIMIT, check);
  }

  /** What the cluster judges; null for nothing. */
  private static Filter stored(FilterPlan plan) throws IOException {
    if (plan.where().isEmpty()) {
      return plan.columns().orElse(null);
    }
    WhereClause where = plan.where().get();
    Filter judged = StoredFilter.of(where);
    return plan.columns().isPresent() && plan.showsWhatItJudges()
        ? new FilterList(judged, plan.columns().get())
        : judged;
  }

  /** Rows of the cluster, with their values opened. */
  private static final class OpenedRows implements RowScanner {

    /** What is done when the first row has come, or none. */
    @FunctionalInterface
    interface Check {
      void of(Result first) throws IOException;
    }

    private final ResultScanner rows;
    private final SealedCells cells;
    private final int limit;
    private final Check check;
    private boolean checked;
    private int returned;

    /**
     * Of a scanner.
     *
     * @param limit how many to return; not positive for all
     */
    OpenedRows(ResultScanner rows, SealedCells cells, int limit, Check check) {
      this.rows = rows;
      this.cells = cells;
      this.limit = limit;
      this.check = check;
    }

    @Override
    public Result next() throws IOException {
      while (limit <= 0 || returned < limit) {
        Result stored = rows.next();
        if (stored != null && stored.isEmpty()) {
          // A sign of life.
          return stored;
        }
        if (!checked) {
          check.of(stored);
          checked = true;
        }
        if (stored == null) {
          return null;
        }
        Result opened = cells.opened(stored);
        if (!opened.isEmpty()) {
          returned++;
          return opened;
        }
      }
      return null;
    }

    @Override
    public void close() {
      rows.close();
    }

    @Override
    public boolean renewLease() {
      return rows.renewLease();
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return rows.getScanMetrics();
    }
  }
}

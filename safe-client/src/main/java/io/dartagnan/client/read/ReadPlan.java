package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.wire.PackedRows;
import io.dartagnan.write.NewestOnly;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** Requests to each cloud whose results contain the answer to the application's read. */
public final class ReadPlan {

  private ReadPlan() {}

  /**
   * The get for each cloud: the same columns, more versions.
   *
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a column that the schema does not declare
   */
  public static Get of(Get outer, ProtectedTable table) throws IOException {
    Unsupported.throwIfAny("get", Unsupported.of(outer));
    requireColumns(outer.getFamilyMap(), table);
    table.rowKeys().requireOf(outer);
    if (isJudged(outer)) {
      return table.settings().mark(JudgedGet.whole(outer));
    }
    return table
        .settings()
        .mark(new Get(outer))
        .setCheckExistenceOnly(false)
        .readVersions(InnerVersions.withSlack(outer.getMaxVersions()));
  }

  /**
   * The same get, for a first look: where the application wants one version, clouds may leave out
   * what lies below the newest one that they know to be on all three.
   */
  public static Get firstLook(Get outer, ProtectedTable table) throws IOException {
    Get inner = of(outer, table);
    if (!isJudged(outer) && outer.getMaxVersions() == 1) {
      NewestOnly.ask(inner);
    }
    return inner;
  }

  /** True if a filter, or limits within a row, decide what the application gets of a whole row. */
  public static boolean isJudged(Get get) {
    return get.getFilter() != null
        || get.getMaxResultsPerColumnFamily() >= 0
        || get.getRowOffsetPerColumnFamily() > 0;
  }

  /** True if a filter, or limits within a row, decide what the application gets of a whole row. */
  public static boolean isJudged(Scan scan) {
    return scan.hasFilter() || isCutWithinRows(scan) || isCutBySize(scan);
  }

  /** True if the application gets parts of rows. */
  public static boolean isCutWithinRows(Scan scan) {
    return scan.getBatch() > 0
        || scan.getMaxResultsPerColumnFamily() >= 0
        || scan.getRowOffsetPerColumnFamily() > 0;
  }

  /** True if the application takes parts of rows, of a size that it chose. */
  private static boolean isCutBySize(Scan scan) {
    return scan.getAllowPartialResults() && scan.getMaxResultSize() > 0;
  }

  /**
   * Refuses a scan that cannot be served.
   *
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a column that the schema does not declare
   */
  public static void require(Scan scan, ProtectedTable table) throws IOException {
    Unsupported.throwIfAny("scan", Unsupported.of(scan));
    requireColumns(scan.getFamilyMap(), table);
  }

  /**
   * The same scan without what asks for less than whole rows and need not be given: partial results
   * may be whole ones unless the scan says their size, and a batch of {@code Integer.MAX_VALUE}
   * cells cuts no row. Metrics are not the clouds' business.
   */
  public static Scan wholeAnswers(Scan outer, ProtectedTable table) throws IOException {
    Scan scan =
        table
            .settings()
            .mark(new Scan(outer))
            .setAllowPartialResults(isCutBySize(outer))
            .setScanMetricsEnabled(false);
    return scan.hasFilter() || scan.getBatch() < Integer.MAX_VALUE ? scan : scan.setBatch(-1);
  }

  /**
   * The scan for each cloud: the same columns and more versions, in packets of the limits' size
   * unless it is limited itself.
   *
   * @param limit how many rows are wanted; not positive for all
   */
  public static Scan of(Scan outer, CloudCursor.Limits limits, int limit) throws IOException {
    Scan inner = new Scan(outer);
    inner.readVersions(InnerVersions.withSlack(outer.getMaxVersions()));
    if (outer.getMaxVersions() == 1) {
      NewestOnly.ask(inner);
    }
    inner.setMaxResultSize(limits.bytes());
    if (limit > 0) {
      // Where rows are torn or absent on another cloud, LimitedScans reads on.
      inner.setLimit(limit);
      inner.setCaching(limits.rows());
    } else {
      int bytes = (int) Math.min(Integer.MAX_VALUE, limits.bytes());
      PackedRows.ask(inner, new PackedRows.Bounds(limits.rows(), bytes));
      inner.setLimit(-1);
      inner.setCaching(1);
    }
    // The cursor reads ahead by itself, and sees heartbeats as a sign of life.
    inner.setAsyncPrefetch(false);
    inner.setNeedCursorResult(true);
    return inner;
  }

  /**
   * The scan of all that a filter may look at: every row whole, with all versions that its families
   * are declared to keep, and without a filter.
   */
  public static Scan wholeRows(Scan outer) throws IOException {
    return new Scan(outer)
        .setFilter((Filter) null)
        .setAllowPartialResults(false)
        .setBatch(-1)
        .setLimit(-1)
        .setMaxResultsPerColumnFamily(-1)
        .setRowOffsetPerColumnFamily(0)
        .readAllVersions();
  }

  /** Refuses columns that the table does not have or its schema does not declare. */
  public static void requireColumns(Map<byte[], NavigableSet<byte[]>> columns, ProtectedTable table)
      throws IOException {
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : columns.entrySet()) {
      table.requireFamily(family.getKey());
      if (family.getValue() != null) {
        for (byte[] qualifier : family.getValue()) {
          table.require(family.getKey(), qualifier);
        }
      }
    }
  }

  /**
   * The get that selects of one row what a scan selects, wherever it begins and ends: columns, time
   * ranges, filter and attributes. Versions are the caller's to set.
   */
  public static Get ofRow(byte[] row, Scan scan) throws IOException {
    return ofRow(row, scan, scan.getTimeRange(), scan.getFamilyMap());
  }

  /** The get that selects of one row what another get selects. */
  static Get ofRow(byte[] row, Get get) throws IOException {
    return ofRow(row, get, get.getTimeRange(), get.getFamilyMap());
  }

  /** The same get of another row. */
  public static Get same(byte[] row, Get get) throws IOException {
    Get same =
        ofRow(row, get)
            .readVersions(get.getMaxVersions())
            .setCheckExistenceOnly(get.isCheckExistenceOnly())
            .setMaxResultsPerColumnFamily(get.getMaxResultsPerColumnFamily())
            .setRowOffsetPerColumnFamily(get.getRowOffsetPerColumnFamily())
            .setCacheBlocks(get.getCacheBlocks())
            .setPriority(get.getPriority())
            .setReplicaId(get.getReplicaId())
            .setConsistency(get.getConsistency())
            .setIsolationLevel(get.getIsolationLevel());
    Boolean onDemand = get.getLoadColumnFamiliesOnDemandValue();
    return onDemand == null ? same : same.setLoadColumnFamiliesOnDemand(onDemand);
  }

  private static Get ofRow(
      byte[] row, Query asked, TimeRange time, Map<byte[], NavigableSet<byte[]>> columns)
      throws IOException {
    Get get = new Get(row).setTimeRange(time.getMin(), time.getMax());
    asked
        .getColumnFamilyTimeRange()
        .forEach(
            (family, range) ->
                get.setColumnFamilyTimeRange(family, range.getMin(), range.getMax()));
    asked.getAttributesMap().forEach(get::setAttribute);
    columns.forEach((family, qualifiers) -> add(get, family, qualifiers));
    return get.setFilter(asked.getFilter());
  }

  private static void add(Get get, byte[] family, NavigableSet<byte[]> qualifiers) {
    if (qualifiers == null || qualifiers.isEmpty()) {
      get.addFamily(family);
    } else {
      qualifiers.forEach(qualifier -> get.addColumn(family, qualifier));
    }
  }
}

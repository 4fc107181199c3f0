package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterTranslation;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.read.RowReconciler;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;

/** The way in for scans whose filter the clouds evaluate. */
public final class FilteredScans {
  private FilteredScans() {}

  /**
   * Opens a scan that has a filter. The scanner implements {@link MeshTraffic} unless every row
   * passes the filter, in which case it is the unfiltered one.
   *
   * @param clouds connections to party 0, 1 and 2; the first one's configuration holds the {@link
   *     QuerySettings}
   * @param tables the table on each cloud, whose timeouts and request attributes the inner scans
   *     have; not closed
   * @param pool runs the calls to the clouds, one short turn after the other; must take every turn
   *     without blocking, and not be a bounded pool that the connections themselves use, since each
   *     call may wait for one of theirs
   * @param schema of the table to scan
   * @param scan the application's; not changed
   * @param refused why the scan cannot be served for other reasons than its filter
   * @param reconciler puts the rows together
   * @param unfiltered opens the same scan without its filter, for a filter that every row passes
   * @throws UnsupportedOperationException listing every reason why the clouds cannot evaluate it;
   *     nothing was sent
   * @throws IllegalArgumentException if the filter's column is not declared, a setting is out of
   *     range, or the protocol suite is not installed; nothing was sent
   */
  public static ResultScanner open(
      List<Connection> clouds,
      Function<Party, Table> tables,
      ExecutorService pool,
      TableSchema schema,
      Scan scan,
      List<String> refused,
      RowReconciler reconciler,
      UnfilteredScan unfiltered)
      throws IOException {
    FilterPlan plan = FilterTranslation.plan(schema, scan, refused);
    if (plan instanceof FilterPlan.AllRows) {
      return unfiltered.open(new Scan(scan).setFilter((Filter) null));
    }
    if (plan instanceof FilterPlan.Evaluate evaluate) {
      QuerySettings settings = QuerySettings.of(clouds.get(0).getConfiguration());
      String suite = settings.suiteFor(schema);
      CloudRanges ranges = new CloudRanges(clouds, tables, schema.table(), scan, evaluate, suite);
      PageStream pages =
          new PageStream(
              RowInterval.of(scan),
              new RangePlanner(ranges, pool, settings.timeoutMs()),
              ranges,
              pool,
              settings);
      return new FilteredScanner(pages, reconciler, scan.getLimit());
    }
    return new NoRowsScanner();
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.wire.FilterQuery;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Access of one filtered scan to the three clouds: the table's regions there, and inner scans that
 * carry the query. Each range opened is a session of its own, with a fresh query id, range number
 * and sharing of the operand. Used by one thread at a time, but for {@link #regions}.
 */
final class CloudRanges implements RangeOpener, RegionDirectory {

  /** No page is cut: the server decides how much a page holds. */
  private static final long PAGE_BYTES = Long.MAX_VALUE;

  private final List<Connection> clouds;
  private final Function<Party, Table> tables;
  private final TableName table;
  private final Scan scan;
  private final FilterPlan.Evaluate plan;
  private final String suite;
  private final SecureRandom random = new SecureRandom();
  private int opened;

  /**
   * The clouds for one scan.
   *
   * @param clouds connections to party 0, 1 and 2
   * @param tables the table on each cloud, with the settings for the inner scans; not closed
   * @param scan the application's; copied
   */
  CloudRanges(
      List<Connection> clouds,
      Function<Party, Table> tables,
      TableName table,
      Scan scan,
      FilterPlan.Evaluate plan,
      String suite)
      throws IOException {
    this.clouds = List.copyOf(clouds);
    this.tables = tables;
    this.table = table;
    this.scan = new Scan(scan);
    this.plan = plan;
    this.suite = suite;
  }

  @Override
  public List<HRegionLocation> regions(Party party) throws IOException {
    try (RegionLocator locator = clouds.get(party.index()).getRegionLocator(table)) {
      // Reads the catalogue itself and refreshes the cache that the inner scans look in.
      return locator.getAllRegionLocations();
    }
  }

  @Override
  public List<PageSource> open(ScanRange range) throws IOException {
    List<FilterQuery> queries = queries(range);
    List<PageSource> sources = new ArrayList<>();
    try {
      for (FilterQuery query : queries) {
        Table cloud = tables.apply(query.party());
        sources.add(CloudPages.open(cloud, innerScan(scan, range.rows(), query)));
      }
      return sources;
    } catch (IOException | RuntimeException e) {
      for (PageSource source : sources) {
        source.close();
      }
      throw e;
    }
  }

  /** A new session over a range: what each party is asked. */
  List<FilterQuery> queries(ScanRange range) {
    long queryHigh = random.nextLong();
    long queryLow = random.nextLong();
    int number = opened++;
    List<byte[]> operands = plan.deal(random);
    return Party.ALL.stream()
        .map(
            party ->
                new FilterQuery(
                    queryHigh,
                    queryLow,
                    number,
                    party,
                    range.servers(),
                    suite,
                    plan.family(),
                    plan.qualifier(),
                    plan.protection(),
                    plan.comparison(),
                    plan.keepMissing(),
                    operands.get(party.index())))
        .toList();
  }

  /** The scan of one region that carries a query. */
  static Scan innerScan(Scan scan, RowInterval rows, FilterQuery query) throws IOException {
    return new Scan(scan)
        .setFilter((Filter) null)
        .withStartRow(rows.start())
        .withStopRow(rows.stop())
        .readVersions(InnerVersions.withSlack(scan.getMaxVersions()))
        .setCaching(1)
        .setAsyncPrefetch(false)
        .setLimit(-1)
        .setMaxResultSize(PAGE_BYTES)
        .setAttribute(FilterQuery.ATTRIBUTE, query.encode());
  }
}

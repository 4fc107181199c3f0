package io.dartagnan.server.storage;

import io.dartagnan.query.Query;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.agreement.BlockSource;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.wire.PackedRows;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Answers queries over the rows of a region. */
public final class RegionQueries {
  private RegionQueries() {}

  /**
   * Begins a query.
   *
   * @param evaluations of this server
   * @param query the request to this party
   * @param scan the scan that carried it: rows, order, columns, versions and time range, and
   *     whether the pages' rows are packed
   * @param region where the rows are
   * @param columns of the region
   * @param budget this server's for them
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns the query's pages
   */
  public static RegionScanner begin(
      Evaluations evaluations,
      Query query,
      Scan scan,
      Region region,
      RegionColumns columns,
      ColumnBudget budget,
      RegionScanner opened) {
    boolean packs = PackedRows.askedBy(scan).isPresent();
    return new PagedScanner(
        opened,
        RegionBlocks.isAnsweredByBlocks(query, scan, region.getTableDescriptor())
            ? evaluations.beginByBlocks(
                query, name(region), blocks(query, scan, region, columns, budget))
            : evaluations.begin(query, name(region), rows(query, scan, region)),
        packs);
  }

  private static String name(Region region) {
    return region.getRegionInfo().getEncodedName() + " of " + region.getRegionInfo().getTable();
  }

  private static Evaluations.Opener<RowSource<RegionRow>> rows(
      Query query, Scan scan, Region region) {
    return abandoned ->
        new RegionRows(new HeldRegion(region, abandoned), scan, query.stored(), query.party());
  }

  private static Evaluations.Opener<BlockSource<RegionRow>> blocks(
      Query query, Scan scan, Region region, RegionColumns columns, ColumnBudget budget) {
    return abandoned -> new RegionBlocks(region, scan, query, columns, budget, abandoned);
  }
}

package io.dartagnan.server.region;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.Query;
import io.dartagnan.server.evaluation.Evaluations;
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
   * @param scan the scan that carried it: rows, order, columns, versions and time range
   * @param region where the rows are
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns the query's pages
   */
  public static RegionScanner begin(
      Evaluations evaluations, Query query, Scan scan, Region region, RegionScanner opened) {
    Party party = query.party();
    return new PagedScanner(
        opened,
        evaluations.begin(
            query,
            region.getRegionInfo().getEncodedName() + " of " + region.getRegionInfo().getTable(),
            abandoned ->
                new RegionRows(
                    region, scan, query.columns(), party, RegionRows.MOMENT, abandoned)));
  }
}

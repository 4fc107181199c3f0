package io.dartagnan.server.repair;

import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.repair.RepairRequest;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.evaluation.Evaluations;
import io.dartagnan.server.evaluation.page.PageQueue;
import io.dartagnan.server.region.CellRow;
import io.dartagnan.server.region.PagedScanner;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Has a region take part in the repair of one cloud. */
public final class RegionRepair {
  private final RepairRequest request;
  private final TableSchema schema;
  private final Region region;
  private final ServerWrites writes;

  private RegionRepair(
      RepairRequest request, TableSchema schema, Region region, ServerWrites writes) {
    this.request = request;
    this.schema = schema;
    this.region = region;
    this.writes = writes;
  }

  /**
   * Begins a repair.
   *
   * @param evaluations of this server, among whose threads and sessions it is one
   * @param request to this party
   * @param schema of the region's table
   * @param writes what this server knows of writes
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns a page for each batch of rows
   * @throws IllegalArgumentException if a column's shares are on one cloud each
   */
  public static RegionScanner begin(
      Evaluations evaluations,
      RepairRequest request,
      TableSchema schema,
      Region region,
      ServerWrites writes,
      RegionScanner opened) {
    if (!schema.protections().allMatch(Protection::survivesOneCloud)) {
      throw new IllegalArgumentException(
          "table %s has columns that are not replicated: what one cloud has lost of them, the two others do not have"
              .formatted(schema.table()));
    }
    RegionRepair repair = new RegionRepair(request, schema, region, writes);
    return new PagedScanner(
        opened,
        evaluations.begin(request.toString(), request.session(), request.servers(), repair::run));
  }

  private void run(Exchange exchange, PageQueue<CellRow> pages)
      throws IOException, InterruptedException {
    if (request.party() == request.lost()) {
      new ReceivingSide(
              writes.party(), schema.digest(), new Rebuilding(region, schema, writes, request))
          .run(exchange, pages);
      return;
    }
    Scan rows =
        new Scan().withStartRow(request.start()).withStopRow(request.stop()).setCacheBlocks(false);
    try (RepairSource giving =
        new RepairSource(region, rows, schema, writes, request.lost(), pages::isClosed)) {
      new GivingSide(giving, request.lost()).run(exchange, pages);
    }
  }
}

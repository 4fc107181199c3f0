package io.dartagnan.server.audit;

import io.dartagnan.audit.AuditRequest;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/** Answers audits of the rows of a region. */
public final class RegionAudit {
  private RegionAudit() {}

  /**
   * Begins an audit.
   *
   * @param request to this party
   * @param schema of the region's table
   * @param writes what this server knows of writes
   * @param opened the scanner that HBase opened for the scan; closed with the one returned
   * @return a scanner that returns the answer's pages
   */
  public static RegionScanner begin(
      AuditRequest request,
      TableSchema schema,
      Region region,
      ServerWrites writes,
      RegionScanner opened)
      throws IOException {
    return switch (request.detail()) {
      case BLOCKS -> new BlockScanner(request, schema, region, writes.party(), opened);
      case VERSIONS -> new VersionScanner(request, schema, region, writes, opened);
    };
  }

  /** A scan of the rows of a request that leaves the cache to the application's reads. */
  static Scan scanOf(AuditRequest request) {
    return new Scan()
        .withStartRow(request.start())
        .withStopRow(request.stop())
        .setCacheBlocks(false);
  }
}

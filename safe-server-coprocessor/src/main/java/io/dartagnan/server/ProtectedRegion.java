package io.dartagnan.server;

import io.dartagnan.query.Query;
import io.dartagnan.server.region.RegionSchema;
import io.dartagnan.server.region.ShareGuard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Pair;

/**
 * The coprocessor of one region of a protected table: refuses whatever is not a share, and answers
 * scans that carry a {@link Query}. Regions of tables without a schema are left alone. Loaded
 * through {@code hbase.coprocessor.user.region.classes}.
 */
public final class ProtectedRegion implements RegionCoprocessor, RegionObserver {
  private ServerName server;
  private Region region;
  private RegionSchema schema;
  private RegionScans scans;

  /** HBase makes it. */
  public ProtectedRegion() {}

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  @SuppressWarnings("rawtypes") // as HBase declares it
  public void start(CoprocessorEnvironment environment) throws IOException {
    RegionCoprocessorEnvironment env = (RegionCoprocessorEnvironment) environment;
    region = env.getRegion();
    // The region opens whatever the schema: HBase aborts a server whose coprocessor does not start.
    schema = RegionSchema.of(region.getTableDescriptor());
    if (schema.isDeclared()) {
      server = env.getServerName();
    }
    scans = new RegionScans(server, region, schema);
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    if (!schema.isDeclared()) {
      return;
    }
    ShareGuard guard = new ShareGuard(schema.require(), MeshEndpoint.of(server).party());
    for (int i = 0; i < batch.size(); i++) {
      guard.check(batch.getOperation(i));
    }
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    if (schema.isDeclared()) {
      throw new DoNotRetryIOException(
          "table %s is protected and takes no bulk load: the files would not be checked for shares"
              .formatted(region.getTableDescriptor().getTableName()));
    }
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened) {
    return scans.answer(scan, opened);
  }
}

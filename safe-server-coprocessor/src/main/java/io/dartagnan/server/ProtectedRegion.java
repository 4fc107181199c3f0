package io.dartagnan.server;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.region.PagedScanner;
import io.dartagnan.server.region.RegionQueries;
import io.dartagnan.server.region.ShareGuard;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryFailure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor of one region of a protected table: refuses whatever is not a share, and answers
 * scans that carry a {@link Query}. Regions of tables without a schema are left alone. Loaded
 * through {@code hbase.coprocessor.user.region.classes}.
 */
public final class ProtectedRegion implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(ProtectedRegion.class);

  private boolean declared;
  private ServerName server;
  private Region region;
  private TableSchema schema;
  private String unusableSchema;

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
    TableDescriptor descriptor = region.getTableDescriptor();
    declared = TableSchema.isDeclaredIn(descriptor);
    if (!declared) {
      return;
    }
    server = env.getServerName();
    try {
      schema = TableSchema.of(descriptor);
    } catch (IllegalArgumentException e) {
      // The region opens all the same. HBase aborts a server whose coprocessor does not start.
      unusableSchema = e.getMessage();
    }
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    if (!declared) {
      return;
    }
    ShareGuard guard = new ShareGuard(schema(), endpoint().party());
    for (int i = 0; i < batch.size(); i++) {
      guard.check(batch.getOperation(i));
    }
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    if (declared) {
      throw new DoNotRetryIOException(
          "table %s is protected and takes no bulk load: the files would not be checked for shares"
              .formatted(region.getTableDescriptor().getTableName()));
    }
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened)
      throws IOException {
    byte[] attribute = scan.getAttribute(Query.ATTRIBUTE);
    if (attribute == null) {
      return opened;
    }
    try {
      Query query = Query.decode(attribute);
      MeshEndpoint endpoint = endpointForQueries();
      check(query, scan, endpoint.party());
      Scan rows = new Scan(scan);
      rows.setAttribute(Query.ATTRIBUTE, null);
      return RegionQueries.begin(endpoint.evaluations(), query, rows, region, opened);
    } catch (IOException e) {
      return PagedScanner.refusing(QueryFailure.of(e), opened);
    } catch (IllegalArgumentException e) {
      return PagedScanner.refusing(
          new QueryFailure(false, "the query was refused: " + e.getMessage()), opened);
    } catch (RuntimeException e) {
      // HBase takes what it does not expect of a coprocessor for a reason to abort the server.
      LOG.error("a query on {} failed", region.getTableDescriptor().getTableName(), e);
      return PagedScanner.refusing(
          new QueryFailure(false, "the query failed: " + e.getClass().getSimpleName()), opened);
    }
  }

  private MeshEndpoint endpointForQueries() throws DoNotRetryIOException {
    if (!declared) {
      throw new DoNotRetryIOException(
          "table %s has no protected columns on this cloud"
              .formatted(region.getTableDescriptor().getTableName()));
    }
    try {
      return endpoint();
    } catch (IOException e) {
      // Passing: HBase stops a server's coprocessors ahead of its regions.
      throw new QueryAbortedException(e.getMessage());
    }
  }

  private void check(Query query, Scan scan, Party party) throws DoNotRetryIOException {
    if (query.party() != party) {
      throw new DoNotRetryIOException(
          "a query for %s reached %s; the client's three clouds are configured in another order"
              .formatted(query.party(), party));
    }
    for (QueryColumn column : query.columns()) {
      check(column);
    }
    // Both are passing: the client locates the regions anew and begins again.
    if (!query.servers().get(party.index()).equals(server.toString())) {
      throw new QueryAbortedException("the region has moved to " + server);
    }
    if (!covers(region.getRegionInfo(), scan)) {
      throw new QueryAbortedException("the region's boundaries have changed");
    }
  }

  private void check(QueryColumn column) throws DoNotRetryIOException {
    if (column.isAnyCell()) {
      return;
    }
    Protection protection = schema().require(column.family(), column.qualifier());
    if (!protection.equals(column.protection())) {
      throw new DoNotRetryIOException(
          "column %s is declared '%s' on this cloud, the client took it for '%s'"
              .formatted(column.name(), protection, column.protection()));
    }
  }

  /** Whether the scan's rows all lie in the region; the higher end of a range is exclusive. */
  private static boolean covers(RegionInfo info, Scan scan) {
    byte[] low = scan.isReversed() ? scan.getStopRow() : scan.getStartRow();
    byte[] high = scan.isReversed() ? scan.getStartRow() : scan.getStopRow();
    byte[] end = info.getEndKey();
    boolean startsInside = Bytes.compareTo(low, info.getStartKey()) >= 0;
    boolean stopsInside = end.length == 0 || (high.length > 0 && Bytes.compareTo(high, end) <= 0);
    return startsInside && stopsInside && info.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID;
  }

  private MeshEndpoint endpoint() throws IOException {
    return MeshEndpoint.of(server);
  }

  private TableSchema schema() throws DoNotRetryIOException {
    if (schema == null) {
      throw new DoNotRetryIOException(unusableSchema);
    }
    return schema;
  }
}

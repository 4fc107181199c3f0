package io.dartagnan.server;

import io.dartagnan.query.Query;
import io.dartagnan.server.storage.RegionColumns;
import io.dartagnan.server.storage.WaitingPlaces;
import io.dartagnan.server.write.RegionSchema;
import io.dartagnan.server.write.WriteObserver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;

/**
 * The coprocessor of one region of a protected table: refuses whatever is not a share, orders its
 * writes, keeps the versions that readers need, and answers scans that carry a {@link Query}.
 * Regions of tables without a schema are left alone, but tell their server's status and their
 * table's descriptor as well. Loaded through {@code hbase.coprocessor.user.region.classes}.
 */
public final class ProtectedRegion implements RegionCoprocessor {
  private RegionObserver observer;

  /** HBase makes it. */
  public ProtectedRegion() {}

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(observer);
  }

  @Override
  @SuppressWarnings("rawtypes") // as HBase declares it
  public void start(CoprocessorEnvironment environment) {
    RegionCoprocessorEnvironment env = (RegionCoprocessorEnvironment) environment;
    WaitingPlaces.PROCESS.configure(env.getConfiguration());
    // The region opens whatever the schema: HBase aborts a server whose coprocessor does not start.
    RegionSchema schema = RegionSchema.of(env.getRegion().getTableDescriptor());
    RegionColumns columns = new RegionColumns(env.getRegion());
    RegionAnswers answers =
        new RegionAnswers(env.getServerName(), env.getRegion(), schema, columns);
    observer =
        schema.isDeclared()
            ? new Protected(env, schema, answers, columns)
            : new Unprotected(answers);
  }

  /** Hooks at a region of a table that declares a schema. */
  private static final class Protected extends WriteObserver {
    private final RegionAnswers answers;
    private final RegionColumns columns;

    Protected(
        RegionCoprocessorEnvironment env,
        RegionSchema schema,
        RegionAnswers answers,
        RegionColumns columns) {
      super(
          env.getRegion(),
          env.getConfiguration(),
          schema,
          () -> MeshEndpoint.of(env.getServerName()).writes(),
          columns.changes());
      this.answers = answers;
      this.columns = columns;
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results)
        throws IOException {
      if (!answers.answer(context, get, results)) {
        super.preGetOp(context, get, results);
      }
    }

    @Override
    public RegionScanner postScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened)
        throws IOException {
      return answers.answer(scan, super.postScannerOpen(context, scan, opened));
    }

    /**
     * Scanner of a store; where a request is answered nobody reads it, and so to it all cells have
     * expired, and it looks at no file.
     */
    @Override
    public void preStoreScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Store store, ScanOptions options) {
      super.preStoreScannerOpen(context, store, options);
      if (RegionAnswers.isRequest(options.getScan())) {
        options.setTTL(1);
      }
    }

    /** A compaction of all files drops delete markers: what they hid may be seen from here. */
    @Override
    public void postCompact(
        ObserverContext<RegionCoprocessorEnvironment> context,
        Store store,
        StoreFile file,
        CompactionLifeCycleTracker tracker,
        CompactionRequest request) {
      if (request.isAllFiles()) {
        columns.dropBesideCompaction(store, request.getFiles());
      }
    }

    @Override
    public void preClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean abort) {
      columns.close();
      super.preClose(context, abort);
    }
  }

  /** Hooks at a region of any other table. */
  private record Unprotected(RegionAnswers answers) implements RegionObserver {

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results) {
      answers.answer(context, get, results);
    }

    @Override
    public RegionScanner postScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened)
        throws IOException {
      return answers.answer(scan, opened);
    }
  }
}

package io.dartagnan.server.write;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.WriteQuestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKey;

/** HBase's hooks at the writes of one region of a protected table. */
public class WriteObserver implements RegionObserver {
  private static final String PATIENCE = "hbase.rowlock.wait.duration";
  private static final int DEFAULT_PATIENCE_MS = 30_000;

  private final Region region;
  private final RegionSchema schema;
  private final ServerWrites.Lookup server;
  private final WriteGuard guard;
  private final RowChanges changes;
  private final RegionRetention retention;
  private final SettledReads settledReads;
  private final NewestReads newestReads;
  private final VersionInspector inspector;
  private final WriteSearch search;
  private final StandingCells standing;
  private volatile ServerWrites lastFound;

  /**
   * The hooks of a region.
   *
   * @param conf HBase's
   * @param schema of its table
   * @param server finds what the regions of its server share; it may be gone while regions close
   * @param changes hears of the rows that writes change
   */
  public WriteObserver(
      Region region,
      Configuration conf,
      RegionSchema schema,
      ServerWrites.Lookup server,
      RowChanges changes) {
    this.region = region;
    this.schema = schema;
    this.server = server;
    this.changes = changes;
    this.guard = new WriteGuard(region, conf.getInt(PATIENCE, DEFAULT_PATIENCE_MS));
    this.retention = new RegionRetention(region, this::found);
    this.settledReads = new SettledReads(region);
    this.newestReads = new NewestReads(this::find);
    this.inspector = new VersionInspector(region, guard);
    this.search = new WriteSearch(region, guard);
    this.standing = new StandingCells(region);
  }

  private ServerWrites find() throws IOException {
    lastFound = server.find();
    return lastFound;
  }

  private Optional<ServerWrites> found() {
    if (lastFound == null) {
      try {
        find();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.of(lastFound);
  }

  @Override
  public void preWALRestore(
      ObserverContext<? extends RegionCoprocessorEnvironment> context,
      RegionInfo restored,
      WALKey key,
      WALEdit entry) {
    guard.replay(key.getWriteTime());
  }

  @Override
  public void preOpen(ObserverContext<RegionCoprocessorEnvironment> context) throws IOException {
    guard.gaps().beforeOpening();
  }

  @Override
  public void postClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    if (!abortRequested) {
      guard.gaps().closed(EnvironmentEdgeManager.currentTime());
    }
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
    guard.open();
  }

  /** HBase fixes a batch's durability after this, and before it calls the guard. */
  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> context, Delete delete, WALEdit edit) {
    if (!guard.isDurable(delete)) {
      // A lost marker would bring back what it hid on this cloud alone, in an older one's place.
      delete.setDurability(Durability.SYNC_WAL);
    }
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    guard.admit(batch, schema, find());
    retention.markers().begin(batch);
    changes.begin(batch);
  }

  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> batch,
      boolean success) {
    guard.release();
    changes.end(success);
  }

  @Override
  public List<Pair<Cell, Cell>> postIncrementBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Mutation increment,
      List<Pair<Cell, Cell>> beforeAndAfter)
      throws IOException {
    return changedInPlace(increment, beforeAndAfter);
  }

  @Override
  public List<Pair<Cell, Cell>> postAppendBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Mutation append,
      List<Pair<Cell, Cell>> beforeAndAfter)
      throws IOException {
    return changedInPlace(append, beforeAndAfter);
  }

  /** HBase makes these versions itself, with the tags of the older ones. */
  private List<Pair<Cell, Cell>> changedInPlace(
      Mutation mutation, List<Pair<Cell, Cell>> beforeAndAfter) throws IOException {
    WriteTag tag;
    try {
      tag =
          Write.tag(Write.mark(mutation))
              .durable(guard.isDurable(mutation))
              .came(EnvironmentEdgeManager.currentTime());
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
    List<Pair<Cell, Cell>> tagged = new ArrayList<>(beforeAndAfter.size());
    for (Pair<Cell, Cell> each : beforeAndAfter) {
      guard.learn(mutation.getRow(), each.getSecond().getTimestamp());
      tagged.add(new Pair<>(each.getFirst(), tag.on(each.getSecond())));
    }
    return tagged;
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> results)
      throws IOException {
    schema.families().require(get);
    if (SettledReads.areAskedBy(get)) {
      results.addAll(settledReads.get(get, find().settlements()));
      context.bypass();
      return;
    }
    newestReads.before(get);
    byte[] settlement = get.getAttribute(Settlement.ATTRIBUTE);
    byte[] question = get.getAttribute(VersionStanding.ATTRIBUTE);
    try {
      if (ReplacedVersions.areAskedBy(get)) {
        SettledWrites settledWrites = find().settlements().frozen();
        for (Cell cell : standing.shownTo(get)) {
          results.add(ReplacedCells.shown(cell, settledWrites).on(cell));
        }
        context.bypass();
        return;
      }
      Optional<WriteQuestion> write = WriteQuestion.askedBy(get);
      if (settlement == null && question == null && write.isEmpty()) {
        return;
      }
      if (write.isPresent()) {
        results.addAll(search.find(get, write.get()));
      }
      if (settlement != null) {
        find().settlements().hear(Settlement.decode(settlement));
      }
      if (question != null) {
        results.add(standing(get, VersionStanding.Question.decode(question)));
      }
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
    context.bypass();
  }

  private Cell standing(Get get, VersionStanding.Question question) throws IOException {
    VersionStanding standing = inspector.inspect(get, question, schema.require(), find());
    Map.Entry<byte[], NavigableSet<byte[]>> column =
        get.getFamilyMap().entrySet().iterator().next();
    return new KeyValue(
        get.getRow(),
        column.getKey(),
        column.getValue().first(),
        get.getTimeRange().getMin(),
        standing.encode());
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    schema.families().require(scan);
    newestReads.before(scan);
  }

  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner opened)
      throws IOException {
    return SettledReads.areAskedBy(scan)
        ? settledReads.scan(scan, opened, find().settlements())
        : newestReads.around(scan, opened);
  }

  @Override
  public void preFlush(
      ObserverContext<RegionCoprocessorEnvironment> context, FlushLifeCycleTracker tracker) {
    retention.beforeSnapshot();
  }

  @Override
  public void postFlush(
      ObserverContext<RegionCoprocessorEnvironment> context, FlushLifeCycleTracker tracker) {
    retention.afterFlush();
  }

  @Override
  public void preClose(ObserverContext<RegionCoprocessorEnvironment> context, boolean abort) {
    retention.beforeSnapshot();
  }

  /**
   * Shows as many versions as a reader asks for, if it names a number: above those that the family
   * keeps there may be any number of incomplete ones.
   */
  @Override
  public void preStoreScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, ScanOptions options) {
    int asked = options.getScan().getMaxVersions();
    if (asked != Integer.MAX_VALUE) {
      options.setMaxVersions(Math.max(options.getMaxVersions(), asked));
    }
  }

  @Override
  public void preFlushScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      ScanOptions options,
      FlushLifeCycleTracker tracker) {
    options.readAllVersions();
  }

  @Override
  public InternalScanner preFlush(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      InternalScanner all,
      FlushLifeCycleTracker tracker) {
    return retention.ofFlush(store, all);
  }

  @Override
  public void preCompactScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      ScanType type,
      ScanOptions options,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    options.readAllVersions();
    options.setTimeToPurgeDeletes(
        Math.max(options.getTimeToPurgeDeletes(), retention.markersKeptMs()));
  }

  @Override
  public InternalScanner preCompact(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Store store,
      InternalScanner all,
      ScanType type,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    return retention.ofCompaction(store, all);
  }

  /** The flush that follows drops what is not needed. */
  @Override
  public void preMemStoreCompactionCompactScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Store store, ScanOptions options) {
    options.readAllVersions();
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    throw new DoNotRetryIOException(
        "table %s is protected and takes no bulk load: the files would not be checked for shares"
            .formatted(region.getTableDescriptor().getTableName()));
  }

  /** Hears of the rows that the writes of a region change. */
  public interface RowChanges {

    /** For regions of which nobody needs to know. */
    RowChanges UNHEARD =
        new RowChanges() {
          @Override
          public void begin(MiniBatchOperationInProgress<Mutation> batch) {}

          @Override
          public void end(boolean success) {}
        };

    /** Called before any write of a batch can be seen, on the thread that does it. */
    void begin(MiniBatchOperationInProgress<Mutation> batch);

    /**
     * Called on the same thread when HBase is done with that batch; also without one.
     *
     * @param success whether its writes can be seen by now; otherwise it is not known whether they
     *     will be
     */
    void end(boolean success);
  }
}

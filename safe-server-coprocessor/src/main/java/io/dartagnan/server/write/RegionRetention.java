package io.dartagnan.server.write;

import io.dartagnan.schema.InnerVersions;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;

/**
 * Keeps the versions of a region that a reader may still need when HBase writes or rewrites files.
 *
 * <p>A settled write may be one that was taken back, whose version is still here, below a delete
 * marker. Such a version must not take the place of an older one. A flush sees the marker if the
 * settlement was known before the memstore's snapshot was taken, since the marker came before it;
 * what is heard later does not count for that flush. A compaction sees some files only, and asks
 * the region whether the version is still {@linkplain ReadVersions read}.
 */
final class RegionRetention {
  private final Region region;
  private final StandingCells standing;
  private final Supplier<Optional<ServerWrites>> server;

  /** The settlements of a flush to come, and the thread that will do it. */
  private record Frozen(Thread flusher, Fates fates) {}

  private volatile Frozen frozen = new Frozen(null, Fates.UNKNOWN);

  /**
   * The retention of a region.
   *
   * @param server empty while there is none
   */
  RegionRetention(Region region, Supplier<Optional<ServerWrites>> server) {
    this.region = region;
    this.standing = new StandingCells(region);
    this.server = server;
  }

  /** Takes what is known before this thread takes the memstore's snapshot. */
  void beforeSnapshot() {
    frozen = new Frozen(Thread.currentThread(), frozenNow());
  }

  /** The scanner of a flush. */
  InternalScanner ofFlush(Store store, InternalScanner all) {
    // Another thread's may be newer than the snapshot, and while a region opens there is none.
    Frozen of = frozen;
    Fates fates = of.flusher() == Thread.currentThread() ? of.fates() : Fates.UNKNOWN;
    return retaining(store, all, (version, tag) -> tag.isSettledBy(fates));
  }

  /** The scanner of a compaction. */
  InternalScanner ofCompaction(Store store, InternalScanner all) {
    return retaining(store, all, new ReadVersions(standing, this::frozenNow)::isSettled);
  }

  private Fates frozenNow() {
    return server
        .get()
        .map(ServerWrites::settlements)
        .map(Settlements::frozen)
        .orElse(Fates.UNKNOWN);
  }

  private InternalScanner retaining(
      Store store, InternalScanner all, ColumnVersions.Settling settling) {
    return new RetainingScanner(
        all,
        new ColumnVersions(
            InnerVersions.declaredVersions(
                region.getTableDescriptor(), store.getColumnFamilyDescriptor().getName()),
            store.getSmallestReadPoint(),
            settling,
            server.get().map(ServerWrites::counts).orElseGet(WriteCounts::new)));
  }
}

package io.dartagnan.server.write;

import io.dartagnan.schema.InnerVersions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreScanner;

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
  /**
   * Time for which delete markers stay. One of a delete that failed may be on this cloud alone:
   * without it the two others would have what it hid, and this cloud would have lost it.
   */
  static final Duration MARKERS_KEPT = Duration.ofHours(1);

  private final Region region;
  private final StandingCells standing;
  private final Supplier<Optional<ServerWrites>> server;

  private final MemstoreMarkers markers = new MemstoreMarkers();

  /**
   * Knowledge from before a flush to come.
   *
   * @param flusher the thread that will do it
   * @param markers batches with delete markers that had been counted
   * @param stores those of which it has written the snapshot
   */
  private record Frozen(
      Thread flusher, SettledWrites settledWrites, long markers, Set<Store> stores) {}

  private volatile Frozen frozen = new Frozen(null, SettledWrites.UNKNOWN, 0, Set.of());

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
    frozen = new Frozen(Thread.currentThread(), frozenNow(), markers.begun(), new HashSet<>());
  }

  /** The delete markers of the memstore. */
  MemstoreMarkers markers() {
    return markers;
  }

  /** Notes that this thread's flush has ended well, if it was one of all stores. */
  void afterFlush() {
    Frozen of = frozen;
    if (of.flusher() == Thread.currentThread() && of.stores().containsAll(region.getStores())) {
      markers.flushed(of.markers());
    }
  }

  /** The scanner of a flush. */
  InternalScanner ofFlush(Store store, InternalScanner all) {
    // Another thread's may be newer than the snapshot, and while a region opens there is none.
    Frozen of = frozen;
    boolean isOwn = of.flusher() == Thread.currentThread();
    SettledWrites settledWrites = isOwn ? of.settledWrites() : SettledWrites.UNKNOWN;
    if (isOwn) {
      of.stores().add(store);
    }
    ColumnVersions versions = versions(store, (version, tag) -> tag.isSettledBy(settledWrites));
    return all instanceof StoreScanner own && !markers.mayBeThere()
        ? new NeededVersionsScanner(own, versions)
        : new RetainingScanner(all, versions);
  }

  /** The scanner of a compaction. */
  InternalScanner ofCompaction(Store store, InternalScanner all) {
    return new RetainingScanner(
        all, versions(store, new ReadVersions(standing, this::frozenNow)::isSettled));
  }

  private SettledWrites frozenNow() {
    return server
        .get()
        .map(ServerWrites::settlements)
        .map(Settlements::frozen)
        .orElse(SettledWrites.UNKNOWN);
  }

  /** All of them where the descriptor names no number: HBase aborts a server whose flush fails. */
  private int declared(Store store) {
    try {
      return InnerVersions.declaredVersions(
          region.getTableDescriptor(), store.getColumnFamilyDescriptor().getName());
    } catch (IllegalArgumentException e) {
      return Integer.MAX_VALUE;
    }
  }

  private ColumnVersions versions(Store store, ColumnVersions.Settling settling) {
    return new ColumnVersions(
        declared(store),
        store.getSmallestReadPoint(),
        settling,
        server.get().map(ServerWrites::counts).orElseGet(WriteCounts::new));
  }
}

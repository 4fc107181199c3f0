package io.dartagnan.server.write;

import io.dartagnan.schema.InnerVersions;
import io.dartagnan.server.write.ServerWrites.WriteCounts;
import io.dartagnan.server.write.WriteTag.SettledWrites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreScanner;
import org.apache.hadoop.hbase.util.Bytes;

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

  /**
   * Milliseconds for which a compaction keeps delete markers: one of a delete that failed may be on
   * this cloud alone, and without it this cloud would have lost what the two others have.
   */
  int markersKeptMs() {
    return server
        .get()
        .map(ServerWrites::markersKeptMs)
        .orElse(ServerWrites.DEFAULT_MARKERS_KEPT_MS);
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
        tag -> server.get().filter(own -> own.settlements().isDisputed(tag)).isPresent(),
        server.get().map(ServerWrites::counts).orElseGet(WriteCounts::new));
  }

  /**
   * Knowledge of whether a region's memstore may have delete markers.
   *
   * <p>Batches that have some are counted before they are written. HBase asks its hooks about a
   * batch under the lock that a snapshot of the memstore waits for, so that those that were counted
   * before a flush began are in its snapshot, and in files once it has ended well. A log that was
   * recovered while the region opened may have brought some.
   */
  static final class MemstoreMarkers {
    private final AtomicLong begun = new AtomicLong(1);
    private volatile long inFiles;

    /** Counts a batch that is about to be written, if it has a marker. */
    void begin(MiniBatchOperationInProgress<Mutation> batch) {
      for (int i = 0; i < batch.size(); i++) {
        if (hasMarker(batch.getOperation(i)) || hasMarker(batch.getOperationsFromCoprocessors(i))) {
          begun.incrementAndGet();
          return;
        }
      }
    }

    private static boolean hasMarker(Mutation[] mutations) {
      if (mutations != null) {
        for (Mutation mutation : mutations) {
          if (hasMarker(mutation)) {
            return true;
          }
        }
      }
      return false;
    }

    private static boolean hasMarker(Mutation mutation) {
      if (mutation instanceof Delete) {
        return true;
      }
      for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          if (CellUtil.isDelete(cell)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Number of batches with markers that have been counted. */
    long begun() {
      return begun.get();
    }

    /** Notes that the markers of so many batches are in files. */
    void flushed(long batches) {
      inFiles = batches;
    }

    /** Whether a snapshot that was taken by now may have a marker. */
    boolean mayBeThere() {
      return begun.get() != inFiles;
    }
  }

  /**
   * The scanner of a flush of versions among which are no delete markers. It reads a column until
   * it has all that is needed of it, and then seeks the next one, as HBase does where it counts
   * versions itself: a row that was written a hundred times since the last flush costs as much as
   * one that was written twice.
   */
  private static final class NeededVersionsScanner implements InternalScanner {
    /** Cells of a call that returns, as many as HBase's own flush asks for by default. */
    private static final int MOST_CELLS = 10;

    private final StoreScanner all;
    private final ColumnVersions versions;
    private final ScannerContext oneCell = ScannerContext.newBuilder().setBatchLimit(1).build();

    NeededVersionsScanner(StoreScanner all, ColumnVersions versions) {
      this.all = all;
      this.versions = versions;
    }

    @Override
    public boolean next(List<Cell> result, ScannerContext context) throws IOException {
      List<Cell> one = new ArrayList<>(1);
      boolean more = true;
      while (more && result.size() < MOST_CELLS) {
        one.clear();
        more = all.next(one, oneCell);
        for (Cell cell : one) {
          Cell kept = versions.retain(cell);
          if (kept != null) {
            result.add(kept);
          }
          if (more && versions.areComplete()) {
            all.reseek(PrivateCellUtil.createLastOnRowCol(cell));
          }
        }
      }
      versions.detach();
      return more;
    }

    @Override
    public void close() throws IOException {
      all.close();
    }
  }

  /**
   * Look-up, for a compaction, of versions that are settled and that the region still shows. It
   * meets them in the order of rows, and reads once what a row has at one timestamp: a put gives it
   * to all of its columns.
   *
   * <p>What is known of writes is taken before a row is read. The other way round a write could be
   * rolled back, and its settlement heard, between the two. For one thread.
   */
  private static final class ReadVersions {
    /** Timestamps of one row that are remembered at a time. */
    private static final int MOST_TIMESTAMPS = 16;

    private final StandingCells region;
    private final Supplier<SettledWrites> known;
    private final Map<Long, Map<byte[], WriteTag>> byTimestamp = new HashMap<>();
    private byte[] row;
    private SettledWrites settledWrites;

    /**
     * Nothing is read yet.
     *
     * @param known what is known of writes now; learns nothing later
     */
    ReadVersions(StandingCells region, Supplier<SettledWrites> known) {
      this.region = region;
      this.known = known;
    }

    /**
     * Whether a version's write is settled, and the version there to be read.
     *
     * @throws UncheckedIOException if the region cannot be read
     */
    boolean isSettled(Cell version, WriteTag tag) {
      if (row == null || !CellUtil.matchingRows(version, row)) {
        row = CellUtil.cloneRow(version);
        settledWrites = known.get();
        byTimestamp.clear();
      }
      return tag.isSettledBy(settledWrites) && isRead(version, tag);
    }

    private boolean isRead(Cell version, WriteTag tag) {
      if (byTimestamp.size() >= MOST_TIMESTAMPS) {
        byTimestamp.clear();
      }
      return tag.equals(
          byTimestamp
              .computeIfAbsent(version.getTimestamp(), timestamp -> read(version, timestamp))
              .get(CellUtil.cloneQualifier(version)));
    }

    /** The tags of the versions at a timestamp by their qualifiers. */
    private Map<byte[], WriteTag> read(Cell version, long timestamp) {
      Map<byte[], WriteTag> tags = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      try {
        for (Cell cell : region.readAt(row, CellUtil.cloneFamily(version), timestamp)) {
          WriteTag.in(cell).ifPresent(tag -> tags.put(CellUtil.cloneQualifier(cell), tag));
        }
      } catch (NotServingRegionException e) {
        // The region closes: its next server will know.
        return tags;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return tags;
    }
  }

  /**
   * The scanner of a flush or a compaction, which HBase has open for all versions, less the
   * versions that nobody needs. Rows come in slices: a column may go on in the next one.
   */
  private static final class RetainingScanner implements InternalScanner, Shipper {
    private final InternalScanner all;
    private final ColumnVersions versions;

    RetainingScanner(InternalScanner all, ColumnVersions versions) {
      this.all = all;
      this.versions = versions;
    }

    @Override
    public boolean next(List<Cell> result, ScannerContext context) throws IOException {
      int kept = result.size();
      boolean more = all.next(result, context);
      for (int i = kept; i < result.size(); i++) {
        Cell cell = versions.retain(result.get(i));
        if (cell != null) {
          result.set(kept++, cell);
        }
      }
      result.subList(kept, result.size()).clear();
      versions.detach();
      return more;
    }

    @Override
    public void shipped() throws IOException {
      if (all instanceof Shipper shipper) {
        shipper.shipped();
      }
    }

    @Override
    public void close() throws IOException {
      all.close();
    }
  }
}

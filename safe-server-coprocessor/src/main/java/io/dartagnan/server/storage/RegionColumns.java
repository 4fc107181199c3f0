package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.storage.RegionBlocks.BlockReading;
import io.dartagnan.server.write.WriteObserver.RowChanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks of one region: kept in memory for queries that come again, read from the region
 * otherwise.
 *
 * <p>The second query of a {@link CacheKey} has the blocks of the whole region built beside it, one
 * key at a time. Where that failed, or the blocks had to make room, twice as many queries must come
 * before the next attempt.
 */
public final class RegionColumns implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegionColumns.class);

  private static final int MOST_MARKS = 1 << 16;
  private static final int MOST_KEYS = 256;
  private static final int FIRST_QUERIES = 2;
  private static final int MOST_QUERIES = 1 << 12;
  private static final long PATIENCE_MS = 10_000;

  private final Region region;
  private final ChangedRows changes;

  // Guarded by this.
  private final Map<String, Place> places = new HashMap<>();
  private final Map<Store, Set<StoreFile>> compactions = new HashMap<>();
  private boolean building;
  private boolean closed;

  /** Knowledge of one key: how often it was asked for, and its blocks. */
  private static final class Place {
    private int asked;
    private int needed = FIRST_QUERIES;
    private CachedBlocks kept;
  }

  /** The blocks of a region. */
  public RegionColumns(Region region) {
    this(region, MOST_MARKS);
  }

  /**
   * The same with another bound of marks.
   *
   * @param mostMarks rows that may have changed since a query, beyond which nothing is kept
   */
  RegionColumns(Region region, int mostMarks) {
    this.region = region;
    this.changes = new ChangedRows(region, mostMarks);
  }

  /** Is to hear of all writes of the region. */
  public RowChanges changes() {
    return changes;
  }

  /**
   * The blocks of a scan's range as of now.
   *
   * @param scan a forward one of whole rows, without a filter
   * @param columns the query's
   * @param party whose region it is
   * @param budget the server's
   * @param abandoned asked between reads whether anybody still waits for the blocks
   * @return to be closed by the caller
   */
  public BlockReading read(
      Scan scan,
      List<QueryColumn> columns,
      Party party,
      ColumnBudget budget,
      BooleanSupplier abandoned)
      throws IOException {
    if (budget.isOn() && CacheKey.isKept(scan, region.getTableDescriptor())) {
      CacheKey key = CacheKey.of(scan, columns, region.getTableDescriptor());
      CachedBlocks kept = kept(key);
      if (kept != null) {
        Optional<BlockReading> reading = kept.read(scan, abandoned);
        if (reading.isPresent()) {
          budget.counters().hit();
          forget();
          return reading.get();
        }
        lose(key, kept);
      }
      if (isToBeBuilt(key) && !budget.build(() -> build(key, party, budget))) {
        endBuilding();
      }
    }
    budget.counters().missed();
    return new BlockReader(new HeldRegion(region, abandoned), scan, columns, party);
  }

  private synchronized CachedBlocks kept(CacheKey key) {
    if (isCompacting()) {
      return null;
    }
    Place place = places.get(key.name());
    return place == null ? null : place.kept;
  }

  /** Counts a query, and says whether it begins a build. */
  private synchronized boolean isToBeBuilt(CacheKey key) {
    if (closed || isCompacting()) {
      return false;
    }
    if (places.size() >= MOST_KEYS && !places.containsKey(key.name())) {
      forgetOne();
    }
    Place place = places.computeIfAbsent(key.name(), name -> new Place());
    place.asked++;
    if (building || place.kept != null || place.asked < place.needed) {
      return false;
    }
    building = true;
    return true;
  }

  /** Forgets the key without blocks that was asked for least. */
  private void forgetOne() {
    places.entrySet().stream()
        .filter(each -> each.getValue().kept == null)
        .min(Comparator.comparingInt(each -> each.getValue().asked))
        .ifPresent(each -> places.remove(each.getKey()));
  }

  private synchronized void endBuilding() {
    building = false;
  }

  /** Forgets blocks that cannot be kept. */
  private synchronized void lose(CacheKey key, CachedBlocks kept) {
    Place place = places.get(key.name());
    if (place != null && place.kept == kept) {
      place.kept = null;
      retreat(place);
    }
  }

  private static void retreat(Place place) {
    place.asked = 0;
    place.needed = Math.min(2 * place.needed, MOST_QUERIES);
  }

  private void build(CacheKey key, Party party, ColumnBudget budget) {
    CachedBlocks built = null;
    try {
      changes.keep();
      long period = changes.awaitMarks(PATIENCE_MS);
      if (period >= 0) {
        built = new CachedBlocks(region, changes, budget, key, party, period, changes.lastEvent());
        if (!fill(built, key, party)) {
          built.drop();
        }
      }
    } catch (IOException | ProtocolException e) {
      LOG.debug("the blocks of {} were not built", region.getRegionInfo().getEncodedName(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      settle(key, built, budget);
    }
  }

  private boolean fill(CachedBlocks built, CacheKey key, Party party) throws IOException {
    boolean filled = false;
    try (BlockReader reader =
        new BlockReader(
            new HeldRegion(region, this::isClosed),
            new Scan(key.scan()).setCacheBlocks(false),
            key.columns(),
            party)) {
      boolean ended = false;
      boolean room = true;
      while (!ended && room && !reader.isPerishable()) {
        List<ColumnBlock> read = new ArrayList<>();
        ended = reader.fill(read, Integer.MAX_VALUE);
        // After one that finds no room the others find none, and are released.
        for (ColumnBlock block : read) {
          room &= built.add(block);
        }
      }
      filled = ended && room && !reader.isPerishable();
    } finally {
      if (!filled) {
        built.drop();
      }
    }
    return filled;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void settle(CacheKey key, CachedBlocks built, ColumnBudget budget) {
    building = false;
    Place place = places.get(key.name());
    if (built == null || built.isDropped() || closed || place == null || isCompacting()) {
      if (built != null) {
        built.drop();
      }
      if (place != null) {
        retreat(place);
      }
    } else {
      budget.counters().built();
      place.asked = 0;
      place.kept = built;
    }
    rest();
  }

  /** Drops the marks that all blocks know of. */
  private synchronized void forget() {
    // A build needs all since it began.
    if (building) {
      return;
    }
    long known = Long.MAX_VALUE;
    Iterator<Place> each = places.values().iterator();
    while (each.hasNext()) {
      Place place = each.next();
      if (place.kept != null && !place.kept.isDropped()) {
        known = Math.min(known, place.kept.known());
      }
    }
    if (known == Long.MAX_VALUE) {
      rest();
    } else {
      changes.forget(known);
    }
  }

  /** Has rows not marked any more if nothing is kept. */
  private void rest() {
    if (!building
        && places.values().stream()
            .noneMatch(place -> place.kept != null && !place.kept.isDropped())) {
      changes.giveUp();
    }
  }

  /**
   * Drops what is kept, since rows may look different though nobody has written them: a compaction
   * drops the deletes that hide cells. HBase says so before it takes the new file; until it has,
   * nothing is kept.
   *
   * @param store whose files are compacted
   * @param compacted the files that others take the place of
   */
  public synchronized void dropBesideCompaction(
      Store store, Collection<? extends StoreFile> compacted) {
    compactions.put(store, Set.copyOf(compacted));
    drop();
  }

  /** Whether HBase still reads files that are compacted; once it does not, what was kept goes. */
  private boolean isCompacting() {
    boolean ended =
        compactions
            .entrySet()
            .removeIf(each -> Collections.disjoint(each.getKey().getStorefiles(), each.getValue()));
    if (ended) {
      drop();
    }
    return !compactions.isEmpty();
  }

  /** Drops what is kept. */
  synchronized void drop() {
    for (Place place : places.values()) {
      if (place.kept != null) {
        place.kept.drop();
        place.kept = null;
        place.asked = 0;
      }
    }
    changes.giveUp();
  }

  /** Drops what is kept for good. */
  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }
}

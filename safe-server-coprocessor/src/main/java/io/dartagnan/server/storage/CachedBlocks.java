package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.storage.RegionBlocks.BlockReading;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The blocks of a whole region in the order of their keys, kept for queries of one {@link
 * CacheKey}.
 *
 * <p>A query sees what a scanner sees that it opens: the rows that have changed since the blocks
 * were made are read with that point in time, and new blocks take the place of those that they
 * belong to. {@link ChangedRows} says why that is all of them.
 */
final class CachedBlocks implements ColumnBudget.Tenant {
  private final Region region;
  private final ChangedRows changes;
  private final ColumnBudget budget;
  private final CacheKey key;
  private final Party party;
  private final long period;
  // Guarded by this, for long, but for reading: all up to this event is in the blocks.
  private volatile long known;

  // Guarded by the list, for a moment.
  private final List<ColumnBlock> blocks = new ArrayList<>();
  private long bytes;
  private boolean dropped;

  /**
   * No blocks yet.
   *
   * @param period of the marks of the changes
   * @param known the last event before the scanner was opened that reads the blocks to be added
   */
  CachedBlocks(
      Region region,
      ChangedRows changes,
      ColumnBudget budget,
      CacheKey key,
      Party party,
      long period,
      long known) {
    this.region = region;
    this.changes = changes;
    this.budget = budget;
    this.key = key;
    this.party = party;
    this.period = period;
    this.known = known;
  }

  /**
   * Adds a block behind the others while they are built.
   *
   * @param block this one's to release
   * @return false if there is no room, or room was needed for others: all are dropped
   */
  boolean add(ColumnBlock block) {
    long now;
    synchronized (blocks) {
      if (dropped) {
        block.release();
        return false;
      }
      blocks.add(block);
      bytes += block.heapBytes();
      now = bytes;
    }
    return hold(now);
  }

  private boolean hold(long now) {
    if (!budget.hold(this, now)) {
      drop();
      return false;
    }
    if (isDropped()) {
      // In between; the budget is not to count what is no more.
      budget.leave(this);
      return false;
    }
    return true;
  }

  Party party() {
    return party;
  }

  /** The event up to which it needs no marks any more. */
  long known() {
    return known;
  }

  boolean isDropped() {
    synchronized (blocks) {
      return dropped;
    }
  }

  @Override
  public void evict() {
    drop();
  }

  /** Gives up the blocks; readings that have some go on with them. */
  void drop() {
    synchronized (blocks) {
      dropped = true;
      blocks.forEach(ColumnBlock::release);
      blocks.clear();
      bytes = 0;
    }
    budget.leave(this);
  }

  /**
   * The blocks of a scan's range as of now.
   *
   * @param abandoned asked between reads whether anybody still waits for them
   * @return empty if they are dropped
   */
  Optional<BlockReading> read(Scan scan, BooleanSupplier abandoned) throws IOException {
    ReadSnapshot now = null;
    try {
      Queue<ColumnBlock> range = null;
      synchronized (this) {
        long event = changes.lastEvent();
        now = ReadSnapshot.now(region, anyFamily());
        List<byte[]> changed = changes.since(period, known);
        if (changed != null && bringUpToDate(changed, now.readPoint(), abandoned)) {
          known = event;
          range = range(scan);
        }
      }
      if (range == null) {
        drop();
        return Optional.empty();
      }
      budget.use(this);
      BlockReading reading = new Reading(now, scan, range);
      now = null;
      return Optional.of(reading);
    } finally {
      if (now != null) {
        now.close();
      }
    }
  }

  private byte[] anyFamily() {
    return key.scan().getFamilyMap().keySet().iterator().next();
  }

  /** Whether the blocks are up to date; if not, they cannot be kept any more. */
  private boolean bringUpToDate(List<byte[]> changed, long readPoint, BooleanSupplier abandoned)
      throws IOException {
    if (changed.isEmpty()) {
      return !isDropped();
    }
    budget.counters().readMarked(changed.size());
    List<ColumnBlock> before = retained();
    BlockPatch patch =
        new BlockPatch(new HeldRegion(region, abandoned), key, party, readPoint, changed);
    boolean done = false;
    try {
      done = patch.apply(before);
    } finally {
      before.forEach(ColumnBlock::release);
      if (!done) {
        patch.patched().forEach(ColumnBlock::release);
      }
    }
    return done && replace(patch.patched());
  }

  private List<ColumnBlock> retained() {
    synchronized (blocks) {
      blocks.forEach(ColumnBlock::retain);
      return new ArrayList<>(blocks);
    }
  }

  private boolean replace(List<ColumnBlock> by) {
    long now;
    synchronized (blocks) {
      if (dropped) {
        by.forEach(ColumnBlock::release);
        return false;
      }
      blocks.forEach(ColumnBlock::release);
      blocks.clear();
      blocks.addAll(by);
      bytes = by.stream().mapToLong(ColumnBlock::heapBytes).sum();
      now = bytes;
    }
    return hold(now);
  }

  private Queue<ColumnBlock> range(Scan scan) {
    Queue<ColumnBlock> range = new ArrayDeque<>();
    synchronized (blocks) {
      if (dropped) {
        return null;
      }
      for (ColumnBlock block : blocks) {
        if (!Slice.of(block, scan).isEmpty()) {
          range.add(block.retain());
        }
      }
    }
    return range;
  }

  /** The rows of a block that lie in the range of a scan: {@code from}, inclusive, {@code to}. */
  private record Slice(int from, int to) {

    static Slice of(ColumnBlock block, Scan scan) {
      byte[] start = scan.getStartRow();
      byte[] stop = scan.getStopRow();
      int from = block.rowsBelow(start);
      if (!scan.includeStartRow() && block.hasRow(start)) {
        from++;
      }
      int to = stop.length == 0 ? block.rows() : block.rowsBelow(stop);
      if (stop.length > 0 && scan.includeStopRow() && block.hasRow(stop)) {
        to++;
      }
      return new Slice(from, to);
    }

    boolean isEmpty() {
      return from >= to;
    }

    boolean isWhole(ColumnBlock block) {
      return from == 0 && to == block.rows();
    }
  }

  /** The range of a scan out of kept blocks, cut as it is when it is read from the region. */
  private final class Reading implements BlockReading {
    private final ReadSnapshot now;
    private final Scan scan;
    private final Queue<ColumnBlock> kept;
    private final Queue<ColumnBlock> cut = new ArrayDeque<>();
    private final BlockCutter cutter;

    /**
     * A range.
     *
     * @param now the point in time of the blocks; closed with this
     * @param kept blocks of the region, or those that touch the range; released by this
     */
    Reading(ReadSnapshot now, Scan scan, Queue<ColumnBlock> kept) {
      this.now = now;
      this.scan = scan;
      this.kept = kept;
      this.cutter = new BlockCutter(party, key.columns(), cut::add);
    }

    @Override
    public long readPoint() {
      return now.readPoint();
    }

    @Override
    public boolean fill(List<ColumnBlock> blocks, int most) {
      while (blocks.size() < most && !(cut.isEmpty() && kept.isEmpty())) {
        if (cut.isEmpty()) {
          cutNext();
        } else {
          blocks.add(cut.remove());
        }
      }
      return cut.isEmpty() && kept.isEmpty();
    }

    private void cutNext() {
      ColumnBlock next = kept.remove();
      CachedBlocks.Slice slice = CachedBlocks.Slice.of(next, scan);
      if (slice.isWhole(next) && cutter.isBetweenBlocks()) {
        cut.add(next);
      } else {
        cutter.copy(next, slice.from(), slice.to());
        next.release();
      }
      if (kept.isEmpty()) {
        cutter.finish();
      }
    }

    @Override
    public boolean isInMemory() {
      return true;
    }

    @Override
    public void close() throws IOException {
      cutter.finish();
      cut.forEach(ColumnBlock::release);
      cut.clear();
      kept.forEach(ColumnBlock::release);
      kept.clear();
      now.close();
    }
  }
}

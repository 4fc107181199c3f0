package io.dartagnan.server.query;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counters of a server's share columns. Safe for use by several threads; no call waits.
 *
 * <p>A hit or a miss is a query over one range; a build is of a whole region, and so is an
 * eviction.
 */
public final class ColumnCounters {
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder builds = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final LongAdder markedRows = new LongAdder();
  private volatile LongSupplier bytes = () -> 0;

  /** Counters at zero. */
  public ColumnCounters() {}

  /** Counts a query that is answered from kept blocks. */
  public void hit() {
    hits.increment();
  }

  /** Counts a query whose blocks are read from the region. */
  public void missed() {
    misses.increment();
  }

  /** Counts blocks of a region that were built. */
  public void built() {
    builds.increment();
  }

  /** Counts blocks of a region that were dropped to make room; not those of one that was closed. */
  public void evicted() {
    evictions.increment();
  }

  /** Counts rows of blocks that were read from the region, since they were written meanwhile. */
  public void readMarked(long rows) {
    markedRows.add(rows);
  }

  /**
   * Says what the share columns hold now.
   *
   * @param held asked whenever the metrics are read; does not wait
   */
  public void bytes(LongSupplier held) {
    bytes = held;
  }

  /** Queries that were answered from kept blocks, since the server started. */
  public long hits() {
    return hits.sum();
  }

  /** Queries whose blocks were read from the region. */
  public long misses() {
    return misses.sum();
  }

  /** Regions whose blocks were built; again counts again. */
  public long builds() {
    return builds.sum();
  }

  /** Regions whose blocks were dropped to make room. */
  public long evictions() {
    return evictions.sum();
  }

  /** Rows of blocks that were read from the region. */
  public long markedRows() {
    return markedRows.sum();
  }

  /** Bytes held now. */
  public long bytes() {
    return bytes.getAsLong();
  }
}

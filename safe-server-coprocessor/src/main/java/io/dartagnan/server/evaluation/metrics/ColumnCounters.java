package io.dartagnan.server.evaluation.metrics;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counters of a server's share columns. Safe for use by several threads; no call waits.
 *
 * <p>Hits and misses are counted in blocks, one for each column of a block that a query asks for.
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

  /** Counts blocks that a query was answered from. */
  public void hit(long blocks) {
    hits.add(blocks);
  }

  /** Counts blocks that a query asked for and that were not there, or could not be used. */
  public void missed(long blocks) {
    misses.add(blocks);
  }

  /** Counts blocks that were built, whether for the first time or again. */
  public void built(long blocks) {
    builds.add(blocks);
  }

  /** Counts blocks that were dropped to make room; not those of a region that was closed. */
  public void evicted(long blocks) {
    evictions.add(blocks);
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

  /** Blocks that queries were answered from, since the server started. */
  public long hits() {
    return hits.sum();
  }

  /** Blocks that were asked for and not there. */
  public long misses() {
    return misses.sum();
  }

  /** Blocks that were built. */
  public long builds() {
    return builds.sum();
  }

  /** Blocks that were dropped to make room. */
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

package io.dartagnan.server.region.column;

import java.util.concurrent.atomic.LongAdder;

/** Counts of the share columns of one RegionServer since it started. */
public final class ColumnCounts {
  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder builds = new LongAdder();
  final LongAdder evictions = new LongAdder();
  final LongAdder marks = new LongAdder();

  ColumnCounts() {}

  /** Ranges that were answered from kept blocks. */
  public long hits() {
    return hits.sum();
  }

  /** Ranges whose blocks were read from the region. */
  public long misses() {
    return misses.sum();
  }

  /** Times that the blocks of a region were kept from there on. */
  public long builds() {
    return builds.sum();
  }

  /** Times that such blocks made room for others, or had none. */
  public long evictions() {
    return evictions.sum();
  }

  /** Rows that were read again since they had changed. */
  public long marksRead() {
    return marks.sum();
  }
}

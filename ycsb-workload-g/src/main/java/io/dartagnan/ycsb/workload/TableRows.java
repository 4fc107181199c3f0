package io.dartagnan.ycsb.workload;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.generator.AcknowledgedCounterGenerator;

/**
 * Rows that a table has while a workload inserts into it: which are surely there, and which may be.
 */
final class TableRows {
  private final AcknowledgedCounterGenerator inserts;
  private final AtomicLong begun;
  private final Set<Long> uncertain = ConcurrentHashMap.newKeySet();

  /**
   * @param inserts numbers rows, and knows up to which all are written
   * @param lastOfBefore the last row that the table had before, also from earlier runs
   */
  TableRows(AcknowledgedCounterGenerator inserts, long lastOfBefore) {
    this.inserts = inserts;
    this.begun = new AtomicLong(Math.max(lastOfBefore, inserts.lastValue()));
  }

  /** The next row to insert; {@link #end} follows, however the insert ends. */
  long begin() {
    long row = inserts.nextValue();
    begun.accumulateAndGet(row, Math::max);
    return row;
  }

  /**
   * Ends an insert.
   *
   * @param written whether the row was written; otherwise it may be there or not
   */
  void end(long row, boolean written) {
    if (!written) {
      uncertain.add(row);
    }
    inserts.acknowledge(row);
  }

  /** The last row up to which all were written. */
  long lastWritten() {
    return inserts.lastValue();
  }

  /** The last row that may be there. */
  long lastPossible() {
    return begun.get();
  }

  /** Whether it is unknown of any row if it was written. */
  boolean areUncertain() {
    return !uncertain.isEmpty();
  }

  /** Whether it is unknown if a row was written. */
  boolean isUncertain(long row) {
    return uncertain.contains(row);
  }
}

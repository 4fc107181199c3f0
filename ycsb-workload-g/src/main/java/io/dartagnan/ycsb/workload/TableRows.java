package io.dartagnan.ycsb.workload;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;

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

  /**
   * Choice of the row that an operation is about, as in {@code CoreWorkload}, whose own is not to
   * be had outside its package.
   */
  static final class RowChooser {
    private final NumberGenerator rows;
    private final TableRows table;

    RowChooser(NumberGenerator rows, TableRows table) {
      this.rows = rows;
      this.table = table;
    }

    /**
     * A Zipfian choice whose popular rows are strewn over the table.
     *
     * <p>{@code CoreWorkload} makes room for twice the inserts to come and draws again when a row
     * is not there yet. Where the number of operations is unlimited, as in runs by time, its room
     * is two thousand million rows and its draws hardly end; here it is the table once more at
     * most.
     *
     * @param first row and {@code count} of rows that were loaded
     * @param operations to come; 0 if unlimited
     * @param insertShare of the operations
     */
    static NumberGenerator zipfian(long first, long count, long operations, double insertShare) {
      double expected = operations == 0 ? Double.MAX_VALUE : 2.0 * operations;
      long room = insertShare == 0 ? 0 : (long) Math.min(count, expected * insertShare);
      return new ScrambledZipfianGenerator(first, first + count - 1 + room);
    }

    /** A row that is there. */
    long next() {
      if (rows instanceof ExponentialGenerator) {
        long row;
        do {
          row = table.lastWritten() - rows.nextValue().longValue();
        } while (row < 0);
        return row;
      }
      long row;
      do {
        row = rows.nextValue().longValue();
      } while (row > table.lastWritten());
      return row;
    }
  }
}

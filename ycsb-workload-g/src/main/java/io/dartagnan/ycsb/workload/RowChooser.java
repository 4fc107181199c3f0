package io.dartagnan.ycsb.workload;

import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;

/**
 * Choice of the row that an operation is about, as in {@code CoreWorkload}, whose own is not to be
 * had outside its package.
 */
final class RowChooser {
  private final NumberGenerator rows;
  private final TableRows table;

  RowChooser(NumberGenerator rows, TableRows table) {
    this.rows = rows;
    this.table = table;
  }

  /**
   * A Zipfian choice whose popular rows are strewn over the table.
   *
   * <p>{@code CoreWorkload} makes room for twice the inserts to come and draws again when a row is
   * not there yet. Where the number of operations is unlimited, as in runs by time, its room is two
   * thousand million rows and its draws hardly end; here it is the table once more at most.
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

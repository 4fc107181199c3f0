package io.dartagnan.server.evaluation;

import java.util.List;

/**
 * What the three parties agreed to evaluate of their batches, the same at all of them.
 *
 * @param rows the rows that all three have, in order
 * @param throughRow the last row covered; rows behind it wait for the next batch; null when this is
 *     everything that is left of the range
 */
record Agreement(List<Row> rows, byte[] throughRow) {

  /**
   * A row that all three parties have.
   *
   * @param scanned this party's cells of it
   * @param version the newest version of the filter's column that all three have; null when there
   *     is none, which is a row without the column
   */
  record Row(ScannedRow scanned, ScannedRow.Version version) {}

  /** Whether nothing is left of the range. */
  boolean isLast() {
    return throughRow == null;
  }
}

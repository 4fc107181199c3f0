package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.function.Function;

/**
 * Place of a filter in the tree, as far as it matters to what the filter sees.
 *
 * @param hidden for a column, the cells that the filter does not see
 * @param belowReversedOr whether a list with MUST_PASS_ONE stands above it and the scan is
 *     reversed; such a list may pass over cells to which one of its filters led HBase, and does not
 *     show them to that filter
 * @param onKeys the key filters here that the clouds run
 */
record View(Function<QueryColumn, Hidden> hidden, boolean belowReversedOr, KeyUse onKeys) {

  /** The view of the filter of a scan. */
  static View ofScan(PlannedScan scan, KeyUse onKeys) {
    return new View(scan::hidden, false, onKeys);
  }

  /** The view of one that also does not see some other cells. */
  View without(Function<QueryColumn, Hidden> more) {
    return new View(column -> hidden.apply(column).or(more.apply(column)), belowReversedOr, onKeys);
  }

  /** The view of a filter in a list with MUST_PASS_ONE: the others hide nothing from it. */
  View inOr(boolean reversed) {
    return new View(hidden, reversed, KeyUse.NONE);
  }
}

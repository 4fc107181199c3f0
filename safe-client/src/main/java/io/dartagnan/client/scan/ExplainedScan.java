package io.dartagnan.client.scan;

import io.dartagnan.client.filter.FilterPlan;

/**
 * An explanation of a scan with a filter: which part was judged where, and how many rows and bytes
 * that took so far. The {@code ResultScanner} of such a scan implements it.
 */
public interface ExplainedScan extends MeshTraffic {

  /** Returns the plan: the place of each part of the filter; it shows no operand. */
  FilterPlan plan();

  /** Returns the number of rows that have come from the clouds so far. */
  long fetchedRows();

  /**
   * Returns the number of rows that the application has got so far; one that comes in parts counts
   * with its last.
   */
  long returnedRows();
}

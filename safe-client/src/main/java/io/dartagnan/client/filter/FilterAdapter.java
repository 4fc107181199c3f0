package io.dartagnan.client.filter;

import java.util.function.BiFunction;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A filter class of HBase, and what becomes of it.
 *
 * @param type the class itself; a subclass may filter differently
 * @param nodes makes the node of a filter
 * @param support what the clouds do of it and what is left to the client, for the table of what is
 *     supported
 */
record FilterAdapter<F extends Filter>(
    Class<F> type, BiFunction<F, PlannedScan, FilterNode> nodes, Support support) {

  /**
   * Row of the support table, for a class of filters.
   *
   * @param judge who decides on rows
   * @param note how, or why
   */
  record Support(String judge, String note) {}

  FilterNode node(Filter filter, PlannedScan scan) {
    return nodes.apply(type.cast(filter), scan);
  }
}

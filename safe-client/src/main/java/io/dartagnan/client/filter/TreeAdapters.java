package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterAdapter.Support;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterListWithAND;
import org.apache.hadoop.hbase.filter.FilterListWithOR;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/** Filters that hold others. */
final class TreeAdapters {
  /** Words of the support table on a filter for which no row may be left out. */
  static final String ALL_ROWS = "all rows of the scan come to the client";

  private static final String ENDS = "it ends the scan at the first row that does not match";

  private static final String INTERNAL = "HBase has it for itself, and cannot send it";

  static final List<FilterAdapter<?>> ADAPTERS =
      List.of(
          new FilterAdapter<>(
              FilterList.class,
              TreeAdapters::list,
              new Support(
                  "its filters",
                  "MUST_PASS_ALL: the clouds take what they can of each; MUST_PASS_ONE: what"
                      + " every row satisfies that one of them lets pass; nested as deep as one likes")),
          new FilterAdapter<>(
              SkipFilter.class,
              (filter, scan) -> new SkipNode(FilterRegistry.node(filter.getFilter(), scan)),
              new Support(
                  "clouds", "around a SingleColumnValueFilter that they have; else the client")),
          new FilterAdapter<>(
              WhileMatchFilter.class,
              TreeAdapters::whileMatch,
              new Support("client", ENDS + "; " + ALL_ROWS)),
          internal(FilterListWithAND.class),
          internal(FilterListWithOR.class));

  private TreeAdapters() {}

  private static <F extends Filter> FilterAdapter<F> internal(Class<F> type) {
    return new FilterAdapter<>(
        type, (filter, scan) -> RowStateNode.of(filter, INTERNAL), new Support("client", INTERNAL));
  }

  private static FilterNode list(FilterList list, PlannedScan scan) {
    List<FilterNode> children =
        list.getFilters().stream().map(child -> FilterRegistry.node(child, scan)).toList();
    return list.getOperator() == FilterList.Operator.MUST_PASS_ALL
        ? new AndNode(children)
        : new OrNode(children, scan.scan().isReversed());
  }

  private static FilterNode whileMatch(WhileMatchFilter filter, PlannedScan scan) {
    List<FilterPart> parts = new ArrayList<>();
    parts.add(FilterPart.local(FilterDescriptions.of(filter), ENDS));
    parts.addAll(FilterRegistry.node(filter.getFilter(), scan).localParts("in a WhileMatchFilter"));
    return new RowStateNode(ENDS, parts);
  }
}

package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterAdapter.Support;
import java.util.List;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;

/** Filters that compare values. */
final class ColumnValueAdapters {
  static final List<FilterAdapter<?>> ADAPTERS =
      List.of(
          new FilterAdapter<>(
              SingleColumnValueFilter.class,
              (filter, scan) -> new ComparedColumnNode(filter, false, scan),
              new Support(
                  "clouds",
                  "with a comparator that they have; `filterIfMissing` as in HBase;"
                      + " `latestVersionOnly=false` where the family keeps one version, else the"
                      + " client")),
          new FilterAdapter<>(
              SingleColumnValueExcludeFilter.class,
              (filter, scan) -> new ComparedColumnNode(filter, true, scan),
              new Support(
                  "clouds", "as SingleColumnValueFilter; the client leaves the column out")),
          new FilterAdapter<>(
              ColumnValueFilter.class,
              ColumnCellsNode::new,
              new Support(
                  "clouds",
                  "with a comparator that they have, where the family keeps one version; else they"
                      + " ask for the column's presence; the client leaves other columns out")),
          new FilterAdapter<>(
              DependentColumnFilter.class,
              DependentColumnNode::new,
              new Support(
                  "client",
                  "it decides on cells by timestamps; the clouds ask for the column's presence")),
          new FilterAdapter<>(
              ValueFilter.class,
              (filter, scan) ->
                  CellNode.of(
                      FilterDescriptions.of(
                          filter, filter.getCompareOperator(), filter.getComparator()),
                      CellNode.Effect.LEAVES_OUT_VERSIONS,
                      "it compares the values of all columns"),
              new Support("client", "it compares the values of all columns")));

  private ColumnValueAdapters() {}
}

package io.dartagnan.client.filter;

import io.dartagnan.client.filter.CellNode.Effect;
import io.dartagnan.client.filter.FilterAdapter.Support;
import java.util.List;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;

/** Filters that look at rows and cells in ways that only the client can follow. */
@SuppressWarnings("deprecation") // What is deprecated is used all the same.
final class CellAdapters {
  private static final String COUNTS_ROWS = "it counts rows";
  private static final String COUNTS_COLUMNS = "a row of many columns ends the scan";

  static final List<FilterAdapter<?>> ADAPTERS =
      List.of(
          cells(
              TimestampsFilter.class,
              Effect.LEAVES_OUT_VERSIONS,
              "it decides on cells by their timestamps"),
          cells(KeyOnlyFilter.class, Effect.ALL_OR_NONE, "it leaves values out of the answer"),
          cells(FirstKeyOnlyFilter.class, Effect.COUNTS, "it keeps the first cell of a row"),
          cells(
              org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter.class,
              Effect.COUNTS,
              "it keeps the first cells of a row"),
          cells(ColumnPaginationFilter.class, Effect.COUNTS, "it counts the columns of a row"),
          new FilterAdapter<>(
              ColumnCountGetFilter.class,
              (filter, scan) -> RowStateNode.of(filter, COUNTS_COLUMNS),
              new Support("client", COUNTS_COLUMNS + "; " + TreeAdapters.ALL_ROWS)),
          cells(RandomRowFilter.class, Effect.ALL_OR_NONE, "it draws rows at random"),
          new FilterAdapter<>(
              PageFilter.class,
              (filter, scan) -> CellNode.countingRows(FilterDescriptions.of(filter), COUNTS_ROWS),
              new Support(
                  "client",
                  COUNTS_ROWS
                      + "; with MUST_PASS_ALL the clouds take what stands before it, and of what"
                      + " stands behind it row ranges alone; with MUST_PASS_ONE "
                      + TreeAdapters.ALL_ROWS)));

  private CellAdapters() {}

  private static <F extends Filter> FilterAdapter<F> cells(
      Class<F> type, Effect effect, String reason) {
    return new FilterAdapter<>(
        type,
        (filter, scan) -> CellNode.of(FilterDescriptions.of(filter), effect, reason),
        new Support("client", reason));
  }
}

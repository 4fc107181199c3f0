package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterAdapter.Support;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;

/** Filters that decide on cells by family and qualifier. */
final class ColumnNameAdapters {
  private static final byte[] ANY_ROW = {0};
  private static final Support EACH_CLOUD =
      new Support(
          "each cloud",
          "the client in reversed scans, beside a filter that counts cells, where a filter may make"
              + " HBase skip a column that another judges by, and below MUST_PASS_ONE beside"
              + " filters of other kinds");

  static final List<FilterAdapter<?>> ADAPTERS =
      List.of(
          compared(FamilyFilter.class, true),
          compared(QualifierFilter.class, false),
          named(ColumnPrefixFilter.class),
          named(MultipleColumnPrefixFilter.class),
          named(ColumnRangeFilter.class));

  private ColumnNameAdapters() {}

  private static <F extends CompareFilter> FilterAdapter<F> compared(Class<F> type, boolean skips) {
    return new FilterAdapter<>(
        type,
        (filter, scan) ->
            new ColumnNameNode(
                FilterDescriptions.of(filter, filter.getCompareOperator(), filter.getComparator()),
                ComparatorRegistry.takesAnyKey(filter.getComparator())
                    ? Optional.of(filter)
                    : Optional.empty(),
                skips,
                column -> includes(filter, column)),
        EACH_CLOUD);
  }

  private static <F extends Filter> FilterAdapter<F> named(Class<F> type) {
    return new FilterAdapter<>(
        type,
        (filter, scan) ->
            new ColumnNameNode(
                FilterDescriptions.of(filter),
                Optional.of(filter),
                true,
                column -> includes(filter, column)),
        EACH_CLOUD);
  }

  /** Asks the filter, which keeps nothing in mind. */
  private static boolean includes(Filter filter, QueryColumn column) {
    Cell cell = new KeyValue(ANY_ROW, column.family(), column.qualifier(), 1L, new byte[0]);
    try {
      return filter.filterCell(cell) == Filter.ReturnCode.INCLUDE;
    } catch (IOException | RuntimeException e) {
      // A comparator that does not bear this name; HBase tells when it meets it.
      return false;
    }
  }
}

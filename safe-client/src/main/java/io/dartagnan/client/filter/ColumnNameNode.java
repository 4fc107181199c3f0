package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterAdapter.Support;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;

/** A filter that decides on cells by family and qualifier. */
final class ColumnNameNode extends LeafNode {
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

  private final Optional<KeyFilter> onKeys;
  private final Predicate<QueryColumn> included;
  private final Hidden ofBefore;

  /**
   * A node.
   *
   * @param onKeys the filter, if each cloud can run it
   * @param skips whether it makes HBase skip columns behind one that it does not include
   */
  ColumnNameNode(
      String text, Optional<Filter> onKeys, boolean skips, Predicate<QueryColumn> included) {
    super(text);
    this.onKeys = onKeys.map(filter -> KeyFilter.copyOf(filter, true));
    this.included = included;
    this.ofBefore = skips ? Hidden.COLUMN : Hidden.NOTHING;
  }

  @Override
  Verdict verdict(View view) {
    boolean onClouds = onKeys().filter(view.onKeys()::allows).isPresent();
    return onClouds
        ? Verdict.unknown(List.of(partAt(Place.CLOUDS_ON_KEYS)))
        : narrowed(RowSet.ALL, RowSet.ALL, "it decides on cells by the names of their columns");
  }

  @Override
  boolean isStrict() {
    return false;
  }

  @Override
  boolean decidesByName() {
    return onKeys.isPresent();
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return included.test(column) ? Hiding.NOTHING : new Hiding(ofBefore, Hidden.COLUMN);
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys;
  }

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

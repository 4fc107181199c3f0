package io.dartagnan.client.filter;

import io.dartagnan.client.filter.CellNode.Effect;
import io.dartagnan.client.filter.FilterAdapter.Support;
import io.dartagnan.query.QueryColumn;
import java.util.List;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;

/** A filter that only the client can judge, and whose answer to a row depends on no other row. */
@SuppressWarnings("deprecation") // What is deprecated is used all the same.
final class CellNode extends LeafNode {
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

  /** Effect of such a filter on the cells of a row that it lets pass. */
  enum Effect {
    /** Includes all, or {@code filterRow} drops the row. */
    ALL_OR_NONE,
    /** Leaves out some cells by themselves. */
    LEAVES_OUT_VERSIONS,
    /** Includes the first of them, or some, by their number. */
    COUNTS
  }

  private final String reason;
  private final Effect effect;
  private final boolean countsRows;

  private CellNode(String text, String reason, Effect effect, boolean countsRows) {
    super(text);
    this.reason = reason;
    this.effect = effect;
    this.countsRows = countsRows;
  }

  /** A filter with an effect on cells. */
  static CellNode of(String text, Effect effect, String reason) {
    return new CellNode(text, reason, effect, false);
  }

  /** A filter that counts rows in {@code filterRow}, and ends the scan. */
  static CellNode countingRows(String text, String reason) {
    return new CellNode(text, reason, Effect.ALL_OR_NONE, true);
  }

  @Override
  Verdict verdict(View view) {
    return narrowed(RowSet.ALL, RowSet.ALL, reason);
  }

  @Override
  boolean leavesOthersTheirRows() {
    return effect == Effect.ALL_OR_NONE;
  }

  @Override
  boolean isStrict() {
    return effect == Effect.ALL_OR_NONE;
  }

  @Override
  boolean countsRows() {
    return countsRows;
  }

  @Override
  boolean countsCells() {
    return effect == Effect.COUNTS;
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return switch (effect) {
      case ALL_OR_NONE -> Hiding.NOTHING;
      // Those before it see each column's newest version first, since it moves on one by one.
      case LEAVES_OUT_VERSIONS -> new Hiding(Hidden.NOTHING, Hidden.VERSIONS);
      case COUNTS -> Hiding.COLUMN;
    };
  }

  private static <F extends Filter> FilterAdapter<F> cells(
      Class<F> type, Effect effect, String reason) {
    return new FilterAdapter<>(
        type,
        (filter, scan) -> CellNode.of(FilterDescriptions.of(filter), effect, reason),
        new Support("client", reason));
  }
}

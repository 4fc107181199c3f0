package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterNode.Hidden;
import io.dartagnan.client.filter.FilterNode.Hiding;
import io.dartagnan.client.filter.FilterNode.Trait;
import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterListWithAND;
import org.apache.hadoop.hbase.filter.FilterListWithOR;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;

/**
 * The filter classes of hbase-client 2.6. This is the table of what is supported; a class that is
 * not in it is an application's own, and the client judges all rows of the scan by it.
 */
@SuppressWarnings("deprecation") // What is deprecated is used all the same.
final class FilterRegistry {

  /**
   * A filter class of HBase, and what becomes of it.
   *
   * @param type the class itself; a subclass may filter differently
   * @param judge who decides on rows
   * @param note how, or why
   * @param nodes makes the node of a filter
   */
  record Adapter<F extends Filter>(
      Class<F> type, String judge, String note, BiFunction<F, PlannedScan, FilterNode> nodes) {

    FilterNode node(Filter filter, PlannedScan scan) {
      return nodes.apply(type.cast(filter), scan);
    }
  }

  /** Effect of a filter that only the client can judge on the cells of a row that it lets pass. */
  private enum Effect {
    /** Includes all, or {@code filterRow} drops the row. */
    ALL_OR_NONE(Hiding.NOTHING, Trait.STRICT, Trait.LEAVES_OTHERS_THEIR_ROWS),
    /** As that one; it counts rows in {@code filterRow}, and ends the scan. */
    COUNTS_ROWS(Hiding.NOTHING, Trait.STRICT, Trait.LEAVES_OTHERS_THEIR_ROWS, Trait.COUNTS_ROWS),
    /** Leaves out some cells by themselves. */
    LEAVES_OUT_VERSIONS(Hiding.LATER_VERSIONS),
    /** Includes the first of them, or some, by their number. */
    COUNTS_CELLS(Hiding.COLUMN, Trait.COUNTS_CELLS);

    private final Hiding hiding;
    private final Trait[] traits;

    Effect(Hiding hiding, Trait... traits) {
      this.hiding = hiding;
      this.traits = traits;
    }

    FilterNode node(Filter filter, String reason) {
      return new LeafNode(Part.textOf(filter), Optional.empty(), hiding, reason, traits);
    }
  }

  private static final String CLOUDS = "clouds";
  private static final String ROW_RANGES = "row ranges";
  private static final String CLIENT = "client";
  private static final String ALL_ROWS = "all rows of the scan come to the client";
  private static final String BY_NAME =
      "the client in reversed scans, beside a filter that counts cells, where a filter may make"
          + " HBase skip a column that another judges by, and below MUST_PASS_ONE beside"
          + " filters of other kinds";
  private static final String COUNTS_ROWS = "it counts rows";
  private static final String ENDS = "it ends the scan at the first row that does not match";
  private static final String INTERNAL = "HBase has it for itself, and cannot send it";
  private static final String UNKNOWN =
      "it is of no class of HBase, and may look at rows in any way";

  private static final List<Adapter<?>> ADAPTERS =
      List.of(
          new Adapter<>(
              SingleColumnValueFilter.class,
              CLOUDS,
              "with a comparator that they have; `filterIfMissing` as in HBase;"
                  + " `latestVersionOnly=false` where the family keeps one version, else the"
                  + " client",
              ColumnNode.RowsByValue::new),
          new Adapter<>(
              SingleColumnValueExcludeFilter.class,
              CLOUDS,
              "as SingleColumnValueFilter; the client leaves the column out",
              ColumnNode.RowsByValue::new),
          new Adapter<>(
              ColumnValueFilter.class,
              CLOUDS,
              "with a comparator that they have, where the family keeps one version; else they"
                  + " ask for the column's presence; the client leaves other columns out",
              ColumnNode.CellsByValue::new),
          new Adapter<>(
              DependentColumnFilter.class,
              CLIENT,
              "it decides on cells by timestamps; the clouds ask for the column's presence",
              ColumnNode.CellsByTimestamp::new),
          atClient(
              ValueFilter.class,
              Effect.LEAVES_OUT_VERSIONS,
              "it compares the values of all columns"),
          new Adapter<>(
              PrefixFilter.class,
              ROW_RANGES,
              "the client where HBase's own comparison errs: a prefix with a byte no greater"
                  + " than the length of a family's name, or in a reversed scan one that ends in"
                  + " 0xff; then "
                  + ALL_ROWS,
              RowKeyNode::prefix),
          new Adapter<>(
              InclusiveStopFilter.class,
              ROW_RANGES,
              "also in reversed scans; the client in a list below MUST_PASS_ONE, and then "
                  + ALL_ROWS,
              RowKeyNode::inclusiveStop),
          new Adapter<>(
              MultiRowRangeFilter.class,
              ROW_RANGES,
              "the client in a list below MUST_PASS_ONE, and where HBase's own search errs: merged"
                  + " ranges that overlap or are empty, or in a reversed scan are open; then "
                  + ALL_ROWS,
              RowKeyNode::rowRanges),
          new Adapter<>(
              RowFilter.class,
              ROW_RANGES,
              "with a comparator that orders keys; with any other, each cloud",
              RowKeyNode::rowFilter),
          new Adapter<>(
              FuzzyRowFilter.class,
              "each cloud",
              "alone, or with MUST_PASS_ALL directly beside comparisons, PageFilter and"
                  + " RowFilter without ranges; elsewhere, and in reversed scans, the client,"
                  + " and "
                  + ALL_ROWS
                  + ". Which keys shorter than its own it lets pass depends on the rows before"
                  + " them in the same region, as in HBase, and so on where the clouds' tables"
                  + " are split",
              RowKeyNode::fuzzy),
          byName(FamilyFilter.class, Hidden.COLUMN),
          byName(QualifierFilter.class, Hidden.NOTHING),
          byName(ColumnPrefixFilter.class, Hidden.COLUMN),
          byName(MultipleColumnPrefixFilter.class, Hidden.COLUMN),
          byName(ColumnRangeFilter.class, Hidden.COLUMN),
          atClient(
              TimestampsFilter.class,
              Effect.LEAVES_OUT_VERSIONS,
              "it decides on cells by their timestamps"),
          atClient(KeyOnlyFilter.class, Effect.ALL_OR_NONE, "it leaves values out of the answer"),
          atClient(
              FirstKeyOnlyFilter.class, Effect.COUNTS_CELLS, "it keeps the first cell of a row"),
          atClient(
              org.apache.hadoop.hbase.filter.FirstKeyValueMatchingQualifiersFilter.class,
              Effect.COUNTS_CELLS,
              "it keeps the first cells of a row"),
          atClient(
              ColumnPaginationFilter.class, Effect.COUNTS_CELLS, "it counts the columns of a row"),
          withRowState(
              ColumnCountGetFilter.class, "a row of many columns ends the scan", "; " + ALL_ROWS),
          atClient(RandomRowFilter.class, Effect.ALL_OR_NONE, "it draws rows at random"),
          new Adapter<>(
              PageFilter.class,
              CLIENT,
              COUNTS_ROWS
                  + "; with MUST_PASS_ALL the clouds take what stands before it, and of what"
                  + " stands behind it row ranges alone; with MUST_PASS_ONE "
                  + ALL_ROWS,
              (filter, scan) -> Effect.COUNTS_ROWS.node(filter, COUNTS_ROWS)),
          new Adapter<>(
              FilterList.class,
              "its filters",
              "MUST_PASS_ALL: the clouds take what they can of each; MUST_PASS_ONE: what"
                  + " every row satisfies that one of them lets pass; nested as deep as one likes",
              FilterRegistry::list),
          new Adapter<>(
              SkipFilter.class,
              CLOUDS,
              "around a SingleColumnValueFilter that they have; else the client",
              (filter, scan) -> new SkipNode(node(filter.getFilter(), scan))),
          new Adapter<>(
              WhileMatchFilter.class,
              CLIENT,
              ENDS + "; " + ALL_ROWS,
              (filter, scan) ->
                  LeafNode.withRowState(
                      filter,
                      ENDS,
                      node(filter.getFilter(), scan).localParts("in a WhileMatchFilter"))),
          withRowState(FilterListWithAND.class, INTERNAL, ""),
          withRowState(FilterListWithOR.class, INTERNAL, ""));

  private static final Map<Class<?>, Adapter<?>> BY_TYPE =
      ADAPTERS.stream().collect(Collectors.toMap(Adapter::type, adapter -> adapter));

  private FilterRegistry() {}

  /** The adapters, in the order of the table. */
  static List<Adapter<?>> adapters() {
    return ADAPTERS;
  }

  /** The node of a filter of a scan. */
  static FilterNode node(Filter filter, PlannedScan scan) {
    Adapter<?> adapter = BY_TYPE.get(filter.getClass());
    return adapter == null ? LeafNode.withRowState(filter, UNKNOWN) : adapter.node(filter, scan);
  }

  private static FilterNode list(FilterList list, PlannedScan scan) {
    List<FilterNode> children = list.getFilters().stream().map(child -> node(child, scan)).toList();
    return list.getOperator() == FilterList.Operator.MUST_PASS_ALL
        ? new ListNode.And(children)
        : new ListNode.Or(children, scan.scan().isReversed());
  }

  private static <F extends Filter> Adapter<F> byName(Class<F> type, Hidden before) {
    return new Adapter<>(
        type, "each cloud", BY_NAME, (filter, scan) -> new ColumnNameNode(filter, before));
  }

  private static <F extends Filter> Adapter<F> atClient(
      Class<F> type, Effect effect, String reason) {
    return new Adapter<>(type, CLIENT, reason, (filter, scan) -> effect.node(filter, reason));
  }

  private static <F extends Filter> Adapter<F> withRowState(
      Class<F> type, String reason, String more) {
    return new Adapter<>(
        type, CLIENT, reason + more, (filter, scan) -> LeafNode.withRowState(filter, reason));
  }

  /** A filter that decides on cells by family and qualifier. */
  private static final class ColumnNameNode extends LeafNode {
    private static final byte[] ANY_ROW = {0};

    private final Filter filter;
    private final Hidden before;

    /**
     * A node.
     *
     * @param before what it hides by making HBase skip columns behind one that it does not include
     */
    ColumnNameNode(Filter filter, Hidden before) {
      super(
          Part.textOf(filter),
          takesAnyName(filter) ? Optional.of(KeyFilter.copyOf(filter, true)) : Optional.empty(),
          Hiding.NOTHING,
          "it decides on cells by the names of their columns");
      this.filter = filter;
      this.before = before;
    }

    private static boolean takesAnyName(Filter filter) {
      return !(filter instanceof CompareFilter compare)
          || ComparatorRegistry.takesAnyKey(compare.getComparator());
    }

    @Override
    boolean is(Trait trait) {
      return trait == Trait.DECIDES_BY_NAME && onKeys().isPresent();
    }

    @Override
    Hiding hiding(QueryColumn column) {
      return includes(column) ? Hiding.NOTHING : new Hiding(before, Hidden.COLUMN);
    }

    /** Asks the filter, which keeps nothing in mind. */
    private boolean includes(QueryColumn column) {
      try {
        return filter.filterCell(
                new KeyValue(ANY_ROW, column.family(), column.qualifier(), 1L, new byte[0]))
            == Filter.ReturnCode.INCLUDE;
      } catch (IOException | RuntimeException e) {
        // A comparator that does not bear this name; HBase tells when it meets it.
        return false;
      }
    }
  }

  /**
   * A {@code SkipFilter}: drops a row of which the filter in it does not include a cell that it
   * sees. HBase asks that filter about cells alone, never about keys or whole rows.
   */
  private static final class SkipNode extends FilterNode {
    private static final String REASON = "a SkipFilter around it looks at each cell";
    private static final String COUNTS_ROWS = "a PageFilter in a SkipFilter counts rows";

    private final FilterNode inner;

    SkipNode(FilterNode inner) {
      this.inner = inner;
    }

    @Override
    boolean is(Trait trait) {
      return switch (trait) {
        case STRICT, COUNTS_CELLS -> true;
        case PASSES_OVER_ROWS, NEEDS_SOME_FAMILIES -> inner.is(trait);
        default -> false;
      };
    }

    @Override
    Verdict verdict(View view) {
      return inner.inSkip(view).orElse(Verdict.unknown(localParts(REASON)));
    }

    @Override
    List<Part> localParts(String because) {
      return inner.localParts(because);
    }

    @Override
    Optional<String> rowState() {
      Optional<String> counts =
          inner.is(Trait.COUNTS_ROWS) ? Optional.of(COUNTS_ROWS) : Optional.empty();
      return inner.rowState().or(() -> counts);
    }

    @Override
    Hiding hidingInAnyRow(QueryColumn column) {
      return Hiding.VERSIONS;
    }

    @Override
    Stream<QueryColumn> columns() {
      return inner.columns();
    }
  }
}

package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterNode.Hidden;
import io.dartagnan.query.QueryColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * The parts of a filter that each cloud can run by itself, since they look at keys and column
 * names. They are those that every cell must pass: the filter itself, or members of a list with
 * MUST_PASS_ALL.
 *
 * @param use which of them may run on the clouds
 * @param allowed these
 * @param judged the columns by whose values the tree judges rows
 */
record KeyFilters(Use use, List<KeyFilter> allowed, List<QueryColumn> judged) {

  /**
   * A filter that looks at row keys and column names alone, so that each cloud can run it.
   *
   * @param dropsCells whether it drops cells of rows that pass; else it drops whole rows only
   */
  record KeyFilter(Filter filter, boolean dropsCells) {

    /** A filter of HBase's own, as a RegionServer would get it: without direction and state. */
    static KeyFilter copyOf(Filter filter, boolean dropsCells) {
      try {
        return new KeyFilter(ProtobufUtil.toFilter(ProtobufUtil.toFilter(filter)), dropsCells);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Key filters of a tree that the clouds may run in its place. */
  enum Use {
    /** None: another filter may let pass what they drop. */
    NONE,
    /** Those that drop whole rows. */
    ROWS,
    /** Those that drop cells as well. */
    ROWS_AND_CELLS;

    /** True if a key filter may run on the clouds. */
    boolean allows(KeyFilter filter) {
      return filter.dropsCells() ? this == ROWS_AND_CELLS : this != NONE;
    }
  }

  /**
   * The key filters of a tree that may run on the clouds. Cells that others count must come; and a
   * filter that makes HBase skip a column, by which another judges rows, must meet the cells at
   * which it does so. In reversed scans lists with MUST_PASS_ONE mind which cells they meet.
   */
  static KeyFilters of(FilterNode root, boolean reversed) {
    List<FilterNode> members = members(root).toList();
    List<QueryColumn> judged = root.columns().distinct().toList();
    boolean skipsJudged =
        judged.stream()
            .anyMatch(
                column ->
                    members.stream()
                        .anyMatch(member -> member.hiding(column).before() != Hidden.NOTHING));
    Use use =
        root.is(FilterNode.Trait.COUNTS_CELLS) || skipsJudged || reversed
            ? Use.ROWS
            : Use.ROWS_AND_CELLS;
    List<KeyFilter> allowed =
        members.stream().flatMap(member -> member.onKeys().stream()).filter(use::allows).toList();
    return new KeyFilters(use, allowed, judged);
  }

  private static Stream<FilterNode> members(FilterNode node) {
    return node instanceof ListNode.And list
        ? list.children.stream().flatMap(KeyFilters::members)
        : Stream.of(node);
  }

  /**
   * All of them as one filter. It lets the columns pass by whose values the tree judges rows, since
   * the clouds and the client still have to see them.
   */
  Optional<Filter> join() {
    if (allowed.isEmpty()) {
      return Optional.empty();
    }
    List<Filter> rows = new ArrayList<>();
    List<Filter> cells = new ArrayList<>();
    allowed.forEach(each -> (each.dropsCells() ? cells : rows).add(each.filter()));
    if (!cells.isEmpty()) {
      List<Filter> kept = new ArrayList<>(List.of(list(FilterList.Operator.MUST_PASS_ALL, cells)));
      judged.forEach(column -> kept.add(only(column)));
      rows.add(list(FilterList.Operator.MUST_PASS_ONE, kept));
    }
    return Optional.of(list(FilterList.Operator.MUST_PASS_ALL, rows));
  }

  /** True if any of them drops cells of rows that it lets pass. */
  boolean dropCells() {
    return allowed.stream().anyMatch(KeyFilter::dropsCells);
  }

  private static Filter list(FilterList.Operator operator, List<Filter> filters) {
    return filters.size() == 1 ? filters.get(0) : new FilterList(operator, filters);
  }

  private static Filter only(QueryColumn column) {
    return new FilterList(
        new FamilyFilter(CompareOperator.EQUAL, new BinaryComparator(column.family())),
        new QualifierFilter(CompareOperator.EQUAL, new BinaryComparator(column.qualifier())));
  }
}

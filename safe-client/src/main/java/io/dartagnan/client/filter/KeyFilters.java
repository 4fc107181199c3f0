package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
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

/**
 * The parts of a filter that each cloud can run by itself, since they look at keys and column
 * names. They are those that every cell must pass: the filter itself, or members of a list with
 * MUST_PASS_ALL.
 */
final class KeyFilters {
  private KeyFilters() {}

  /**
   * The key filters of a tree that may run on the clouds. Cells that others count must come; and a
   * filter that makes HBase skip a column, by which another judges rows, must meet the cells at
   * which it does so. In reversed scans lists with MUST_PASS_ONE mind which cells they meet.
   */
  static KeyUse use(FilterNode root, PlannedScan scan) {
    boolean skipsNeeded =
        root.columns()
            .anyMatch(
                column ->
                    members(root)
                        .anyMatch(member -> member.hiding(column).before() != Hidden.NOTHING));
    return root.countsCells() || skipsNeeded || scan.scan().isReversed()
        ? KeyUse.ROWS
        : KeyUse.ROWS_AND_CELLS;
  }

  /**
   * All of them as one filter. It lets the columns pass by whose values the tree judges rows, since
   * the clouds and the client still have to see them.
   */
  static Optional<Filter> join(FilterNode root, PlannedScan scan) {
    List<KeyFilter> found = found(root, scan);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    List<Filter> rows = new ArrayList<>();
    List<Filter> cells = new ArrayList<>();
    found.forEach(each -> (each.dropsCells() ? cells : rows).add(each.filter()));
    if (!cells.isEmpty()) {
      List<Filter> kept = new ArrayList<>();
      kept.add(all(cells));
      root.columns().distinct().map(KeyFilters::only).forEach(kept::add);
      rows.add(
          kept.size() == 1 ? kept.get(0) : new FilterList(FilterList.Operator.MUST_PASS_ONE, kept));
    }
    return Optional.of(all(rows));
  }

  /** True if any of them drops cells of rows that it lets pass. */
  static boolean dropCells(FilterNode root, PlannedScan scan) {
    return found(root, scan).stream().anyMatch(KeyFilter::dropsCells);
  }

  private static List<KeyFilter> found(FilterNode root, PlannedScan scan) {
    KeyUse use = use(root, scan);
    return members(root).flatMap(member -> member.onKeys().stream()).filter(use::allows).toList();
  }

  private static Stream<FilterNode> members(FilterNode node) {
    return node instanceof AndNode list
        ? list.children().stream().flatMap(KeyFilters::members)
        : Stream.of(node);
  }

  private static Filter all(List<Filter> filters) {
    return filters.size() == 1 ? filters.get(0) : new FilterList(filters);
  }

  private static Filter only(QueryColumn column) {
    return new FilterList(
        new FamilyFilter(CompareOperator.EQUAL, new BinaryComparator(column.family())),
        new QualifierFilter(CompareOperator.EQUAL, new BinaryComparator(column.qualifier())));
  }
}

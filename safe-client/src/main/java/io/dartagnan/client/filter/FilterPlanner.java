package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterNode.Trait;
import io.dartagnan.client.filter.FilterNode.Verdict;
import io.dartagnan.client.filter.FilterNode.View;
import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.rpc.ProtectedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Planner of filtered scans.
 *
 * <p>Whatever the plan leaves to the client, HBase's own filter runs there over the rows that come.
 * So a plan may let too many rows come, and must let every row come that the filter lets pass, or
 * that changes its answer to a later row.
 */
public final class FilterPlanner {
  private static final String PASSES_OVER_ROWS =
      "which keys that are shorter than its own a FuzzyRowFilter lets pass depends on the rows before";
  private static final String FAMILIES_ON_DEMAND =
      "HBase does not ask for filterRow if filters take out all cells of the families they need";

  private static final String TOO_LARGE = "the filter is larger than a query may be";

  private FilterPlanner() {}

  /**
   * The plan of a scan. Nothing is sent.
   *
   * @param scan not changed; a get is a scan of one row
   */
  public static FilterPlan plan(ProtectedTable table, Scan scan) {
    RowRanges rows = RowRanges.of(scan);
    Filter filter = scan.getFilter();
    if (filter == null) {
      return new FilterPlan(
          Optional.empty(), rows, Optional.empty(), ofUnordered(table, rows), true, false);
    }
    PlannedScan planned = new PlannedScan(table, scan);
    FilterNode root = FilterRegistry.node(filter, planned);
    Optional<String> state = rowState(root);
    if (state.isPresent()) {
      List<Part> parts =
          join(
              root.localParts("all rows come to the client: " + state.get()),
              ofUnordered(table, rows));
      return new FilterPlan(Optional.empty(), rows, Optional.empty(), parts, true, false);
    }
    KeyFilters onKeys = KeyFilters.of(root, scan.isReversed());
    Verdict verdict = root.verdict(new View(planned::hidden, false, onKeys.use()));
    if (mayPassWithoutFilterRow(root, planned)) {
      verdict = verdict.withoutKept(FAMILIES_ON_DEMAND);
    }
    RowSet passing =
        verdict.included().and(verdict.kept()).and(root.survivors()).and(RowSet.of(rows));
    List<Part> parts = verdict.parts();
    Optional<WhereClause> where = passing.where().flatMap(FilterPlanner::within);
    if (!where.equals(passing.where())) {
      parts = parts.stream().map(FilterPlanner::mark).toList();
    }
    parts = join(parts, ofUnordered(table, rows));
    boolean shows = where.isEmpty() || !(root.is(Trait.REMOVES_CELLS) || onKeys.dropCells());
    boolean exact =
        verdict.exact()
            && root.is(Trait.CHOOSES_WHOLE_ROWS)
            && where.equals(passing.where())
            && planned.returnsWholeRows();
    return new FilterPlan(where, passing.ranges(), onKeys.join(), parts, shows, exact);
  }

  /** The scan's own range, which the client judges where clouds keep no order. */
  private static List<Part> ofUnordered(ProtectedTable table, RowRanges rows) {
    return table.rowKeys().areOrdered() || rows.isAll() || rows.areRows()
        ? List.of()
        : List.of(Part.local("start and stop row", RowKeyNode.UNORDERED));
  }

  private static List<Part> join(List<Part> some, List<Part> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  private static Optional<String> rowState(FilterNode root) {
    boolean alone =
        root instanceof ListNode.And list
            ? list.children.stream().allMatch(FilterPlanner::keepsItsRows)
            : keepsItsRows(root);
    Optional<String> passesOver =
        root.is(Trait.PASSES_OVER_ROWS) && !alone
            ? Optional.of(PASSES_OVER_ROWS)
            : Optional.empty();
    return root.rowState().or(() -> passesOver);
  }

  /** True if a filter that passes over rows, as each cloud runs it, passes over the same ones. */
  private static boolean keepsItsRows(FilterNode node) {
    return node.is(Trait.LEAVES_OTHERS_THEIR_ROWS)
        && (!node.is(Trait.PASSES_OVER_ROWS) || node.onKeys().isPresent());
  }

  /**
   * True if HBase may let a row pass without asking for {@code filterRow}: filters took out all
   * cells of the families that it reads first, and the row has cells in others.
   */
  private static boolean mayPassWithoutFilterRow(FilterNode root, PlannedScan scan) {
    return root.is(Trait.REMOVES_CELLS)
        && !root.is(Trait.REMOVES_ONLY_MATCHES)
        && root.is(Trait.NEEDS_SOME_FAMILIES)
        && scan.loadsFamiliesOnDemand();
  }

  /** The clause itself, or of a conjunction as many parts as fit, or nothing. */
  private static Optional<WhereClause> within(WhereClause where) {
    if (PredicateDealer.fits(where)) {
      return Optional.of(where);
    }
    List<WhereClause> fitting = new ArrayList<>();
    for (WhereClause part : where.conjuncts()) {
      fitting.add(part);
      if (!PredicateDealer.fits(WhereClause.and(fitting))) {
        fitting.remove(fitting.size() - 1);
      }
    }
    return fitting.isEmpty() ? Optional.empty() : Optional.of(WhereClause.and(fitting));
  }

  /** The part of a filter of whose clause something had to be left out. */
  private static Part mark(Part part) {
    return part.place().isOnValues() ? part.madeLocal(TOO_LARGE) : part;
  }
}

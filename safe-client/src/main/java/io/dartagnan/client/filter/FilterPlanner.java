package io.dartagnan.client.filter;

import io.dartagnan.client.rpc.ProtectedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
      return new FilterPlan(Optional.empty(), rows, Optional.empty(), List.of(), true);
    }
    PlannedScan planned = new PlannedScan(table, scan);
    FilterNode root = FilterRegistry.node(filter, planned);
    Optional<String> state = rowState(root);
    if (state.isPresent()) {
      List<FilterPart> parts = root.localParts("all rows come to the client: " + state.get());
      return new FilterPlan(Optional.empty(), rows, Optional.empty(), parts, true);
    }
    Verdict verdict = root.verdict(View.ofScan(planned, KeyFilters.use(root, planned)));
    if (mayPassWithoutFilterRow(root, planned)) {
      verdict = verdict.withoutKept(FAMILIES_ON_DEMAND);
    }
    RowSet passing =
        verdict.included().and(verdict.kept()).and(root.survivors()).and(RowSet.of(rows));
    List<FilterPart> parts = verdict.parts();
    Optional<WhereClause> where = passing.where().flatMap(FilterPlanner::within);
    if (!where.equals(passing.where())) {
      parts = mark(parts);
    }
    boolean shows =
        where.isEmpty() || !(root.removesCells() || KeyFilters.dropCells(root, planned));
    return new FilterPlan(where, passing.ranges(), KeyFilters.join(root, planned), parts, shows);
  }

  private static Optional<String> rowState(FilterNode root) {
    boolean alone =
        root instanceof AndNode list
            ? list.children().stream().allMatch(FilterPlanner::keepsItsRows)
            : keepsItsRows(root);
    return root.rowState()
        .or(
            () ->
                root.passesOverRows() && !alone ? Optional.of(PASSES_OVER_ROWS) : Optional.empty());
  }

  /** True if a filter that passes over rows, as each cloud runs it, passes over the same ones. */
  private static boolean keepsItsRows(FilterNode node) {
    return node.leavesOthersTheirRows() && (!node.passesOverRows() || node.onKeys().isPresent());
  }

  /**
   * True if HBase may let a row pass without asking for {@code filterRow}: filters took out all
   * cells of the families that it reads first, and the row has cells in others.
   */
  private static boolean mayPassWithoutFilterRow(FilterNode root, PlannedScan scan) {
    boolean alone = root instanceof ComparedColumnNode compared && compared.includesOnlyMatches();
    return root.removesCells()
        && !alone
        && !root.needsAllFamilies()
        && scan.loadsFamiliesOnDemand();
  }

  /** The clause itself, or of a conjunction as many parts as fit, or nothing. */
  private static Optional<WhereClause> within(WhereClause where) {
    if (PredicateDealer.fits(where)) {
      return Optional.of(where);
    }
    List<WhereClause> fitting = new ArrayList<>();
    for (WhereClause part : where instanceof WhereClause.And and ? and.parts() : List.of(where)) {
      fitting.add(part);
      if (!PredicateDealer.fits(WhereClause.and(fitting))) {
        fitting.remove(fitting.size() - 1);
      }
    }
    return fitting.isEmpty() ? Optional.empty() : Optional.of(WhereClause.and(fitting));
  }

  /** Parts of a filter of whose clause something had to be left out. */
  private static List<FilterPart> mark(List<FilterPart> parts) {
    return parts.stream().map(FilterPlanner::mark).toList();
  }

  private static FilterPart mark(FilterPart part) {
    boolean inClause =
        part.place() == Place.CLOUDS_ON_SHARES || part.place() == Place.CLOUDS_IN_THE_CLEAR;
    return inClause ? part.madeLocal(TOO_LARGE) : part;
  }
}

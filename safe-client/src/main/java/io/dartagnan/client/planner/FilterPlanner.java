package io.dartagnan.client.planner;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.plan.FilterPart;
import io.dartagnan.client.plan.FilterPlan;
import io.dartagnan.client.plan.RowRanges;
import io.dartagnan.client.plan.RowSet;
import io.dartagnan.client.plan.WhereClause;
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
    Optional<WhereClause> where = passing.where().flatMap(QueryBounds::within);
    if (!where.equals(passing.where())) {
      parts = QueryBounds.mark(parts);
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
}

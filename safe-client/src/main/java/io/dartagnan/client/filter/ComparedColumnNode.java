package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * A {@code SingleColumnValueFilter} or {@code SingleColumnValueExcludeFilter}: keeps a row by the
 * first version of its column that it sees, or by the column's absence. It includes the cells
 * before that version whatever they are, and in a row that it keeps all others.
 */
final class ComparedColumnNode extends LeafNode {
  private final SingleColumnValueFilter filter;
  private final boolean removes;
  private final boolean oneVersion;
  private final Optional<RowSet> matching;

  /**
   * A node.
   *
   * @param removes whether the filter takes its column out of rows that pass
   */
  ComparedColumnNode(SingleColumnValueFilter filter, boolean removes, PlannedScan scan) {
    super(
        FilterDescriptions.of(
            filter,
            filter.getFamily(),
            filter.getQualifier(),
            filter.getCompareOperator(),
            filter.getComparator()),
        scan.column(filter.getFamily(), filter.getQualifier()));
    this.filter = filter;
    this.removes = removes;
    this.oneVersion = column().isPresent() && scan.versions(column().get()) == 1;
    this.matching =
        column()
            .flatMap(
                known ->
                    ComparatorRegistry.onColumn(
                        filter.getComparator(), filter.getCompareOperator(), known));
  }

  @Override
  Verdict verdict(View view) {
    if (column().isEmpty()) {
      return decided(Place.SCHEMA, filter.getFilterIfMissing() ? RowSet.NONE : RowSet.ALL);
    }
    Optional<String> obstacle = obstacle(view);
    if (obstacle.isEmpty()) {
      return decided(place(), filter.getFilterIfMissing() ? matching.get() : orMissing());
    }
    if (!filter.getFilterIfMissing()) {
      return narrowed(RowSet.ALL, RowSet.ALL, obstacle.get());
    }
    boolean newest = hidden(view) != Hidden.VERSIONS && isByNewest();
    RowSet kept = newest ? matching.orElse(present()) : present();
    return narrowed(RowSet.ALL, kept, obstacle.get());
  }

  /** The reason why the clouds cannot decide as the filter does. */
  private Optional<String> obstacle(View view) {
    if (matching.isEmpty()) {
      return Optional.of(
          ComparatorRegistry.obstacle(
              filter.getComparator(), filter.getCompareOperator(), column().get()));
    }
    if (!isByNewest()) {
      return Optional.of("latestVersionOnly is false, and the family keeps several versions");
    }
    return hidden(view) == Hidden.NOTHING
        ? Optional.empty()
        : Optional.of("a filter beside it, or the scan, may hide its column");
  }

  /** The rows that a {@code SkipFilter} around this keeps: those of which it includes all cells. */
  Optional<Verdict> inSkip(View view) {
    if (!filter.getLatestVersionOnly()) {
      return Optional.empty();
    }
    if (column().isEmpty()) {
      return Optional.of(decided(Place.SCHEMA, RowSet.ALL));
    }
    return matching.isPresent() && hidden(view) == Hidden.NOTHING
        ? Optional.of(decided(place(), orMissing()))
        : Optional.empty();
  }

  /** True if what it takes out of a row has matched; then the row passes without filterRow too. */
  boolean includesOnlyMatches() {
    return filter.getLatestVersionOnly();
  }

  private boolean isByNewest() {
    return filter.getLatestVersionOnly() || oneVersion;
  }

  private Hidden hidden(View view) {
    Hidden hidden = view.hidden().apply(column().get());
    return hidden == Hidden.VERSIONS && oneVersion ? Hidden.COLUMN : hidden;
  }

  private RowSet present() {
    return RowSet.of(new WhereClause.Present(column().get()));
  }

  private RowSet orMissing() {
    RowSet missing = RowSet.of(new WhereClause.Not(new WhereClause.Present(column().get())));
    return matching.get().equals(present()) ? RowSet.ALL : missing.or(matching.get());
  }

  private Place place() {
    return Place.of(column().get().protection());
  }

  @Override
  boolean leavesOthersTheirRows() {
    return true;
  }

  @Override
  boolean needsAllFamilies() {
    return !filter.getFilterIfMissing();
  }

  @Override
  boolean removesCells() {
    return removes;
  }

  @Override
  Hiding hidingInAnyRow(QueryColumn other) {
    return filter.getLatestVersionOnly() ? Hiding.COLUMN : Hiding.NOTHING;
  }
}

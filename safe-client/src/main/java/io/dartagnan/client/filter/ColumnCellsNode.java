package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;

/**
 * A {@code ColumnValueFilter}: includes the versions of its column that match, and nothing else.
 */
final class ColumnCellsNode extends LeafNode {
  private final ColumnValueFilter filter;
  private final boolean oneVersion;
  private final Optional<RowSet> matching;

  ColumnCellsNode(ColumnValueFilter filter, PlannedScan scan) {
    super(
        FilterDescriptions.of(
            filter,
            filter.getFamily(),
            filter.getQualifier(),
            filter.getCompareOperator(),
            filter.getComparator()),
        scan.column(filter.getFamily(), filter.getQualifier()));
    this.filter = filter;
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
    if (column().isEmpty() || filter.getCompareOperator() == CompareOperator.NO_OP) {
      return verdict(RowSet.NONE, Place.SCHEMA);
    }
    RowSet present = RowSet.of(new WhereClause.Present(column().get()));
    if (matching.isEmpty()) {
      return narrowed(
          present,
          RowSet.ALL,
          ComparatorRegistry.obstacle(
              filter.getComparator(), filter.getCompareOperator(), column().get()));
    }
    if (!oneVersion) {
      return narrowed(present, RowSet.ALL, "the family keeps several versions");
    }
    return view.hidden().apply(column().get()) == Hidden.NOTHING
        ? verdict(matching.get(), Place.of(column().get().protection()))
        : narrowed(
            matching.get(), RowSet.ALL, "a filter beside it, or the scan, may hide its column");
  }

  private Verdict verdict(RowSet included, Place place) {
    List<FilterPart> parts = List.of(partAt(place));
    return new Verdict(included, RowSet.ALL, true, parts);
  }

  @Override
  boolean isStrict() {
    return false;
  }

  @Override
  boolean needsAllFamilies() {
    return false;
  }

  @Override
  Hiding hiding(QueryColumn other) {
    boolean own = column().filter(other::equals).isPresent();
    return own ? new Hiding(Hidden.NOTHING, Hidden.VERSIONS) : Hiding.COLUMN;
  }
}

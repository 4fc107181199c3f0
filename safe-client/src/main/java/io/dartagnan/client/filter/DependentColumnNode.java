package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;

/**
 * A {@code DependentColumnFilter}: takes out all cells but those with the timestamp of a version of
 * its column that matches. So nothing is left of a row without the column.
 */
final class DependentColumnNode extends LeafNode {

  DependentColumnNode(DependentColumnFilter filter, PlannedScan scan) {
    super(
        FilterDescriptions.of(
            filter,
            filter.getFamily(),
            filter.getQualifier(),
            filter.getCompareOperator(),
            filter.getComparator()),
        scan.column(filter.getFamily(), filter.getQualifier()));
  }

  @Override
  Verdict verdict(View view) {
    return narrowed(RowSet.ALL, RowSet.ALL, "it decides on cells by their timestamps");
  }

  @Override
  RowSet survivors() {
    return column().map(own -> RowSet.of(new WhereClause.Present(own))).orElse(RowSet.NONE);
  }

  @Override
  boolean isStrict() {
    return false;
  }

  @Override
  boolean removesCells() {
    return true;
  }

  @Override
  Hiding hiding(QueryColumn other) {
    boolean own = column().filter(other::equals).isPresent();
    return own ? new Hiding(Hidden.NOTHING, Hidden.VERSIONS) : Hiding.NOTHING;
  }
}

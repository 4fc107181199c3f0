package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterNode.Hidden;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.query.QueryColumn;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan of a table, as its filter sees it.
 *
 * @param table the table
 * @param scan the scan; not changed
 */
record PlannedScan(ProtectedTable table, Scan scan) {

  /**
   * A column as a query names it.
   *
   * @param family the family; null stands for an empty name, as in HBase
   * @param qualifier the qualifier; null stands for an empty name, as in HBase
   * @return empty if no row can show it to the filter: the table does not have it, or the scan does
   *     not select it
   */
  Optional<QueryColumn> column(byte[] family, byte[] qualifier) {
    byte[] ofColumn = qualifier == null ? new byte[0] : qualifier;
    if (family == null || !table.hasFamily(family) || !isSelected(family, ofColumn)) {
      return Optional.empty();
    }
    return table.column(family, ofColumn);
  }

  private boolean isSelected(byte[] family, byte[] qualifier) {
    if (!scan.hasFamilies()) {
      return true;
    }
    if (!scan.getFamilyMap().containsKey(family)) {
      return false;
    }
    NavigableSet<byte[]> qualifiers = scan.getFamilyMap().get(family);
    return qualifiers == null || qualifiers.isEmpty() || qualifiers.contains(qualifier);
  }

  /** The number of versions of a column that a filter may see. */
  int versions(QueryColumn column) {
    return table.versions(column.family());
  }

  /** The cells of a column that the scan's own options keep from its filter. */
  Hidden hidden(QueryColumn column) {
    return scan.getMaxResultsPerColumnFamily() >= 0 ? Hidden.COLUMN : Hidden.NOTHING;
  }

  /**
   * True if the scan's own options leave rows whole. Not of a reversed one, which HBase refuses
   * with some filters.
   */
  boolean returnsWholeRows() {
    return !scan.isReversed()
        && scan.getBatch() <= 0
        && !scan.getAllowPartialResults()
        && scan.getMaxResultsPerColumnFamily() < 0
        && scan.getRowOffsetPerColumnFamily() == 0;
  }

  /** True if HBase may read some families only after it has asked for {@code filterRow}. */
  boolean loadsFamiliesOnDemand() {
    return !Boolean.FALSE.equals(scan.getLoadColumnFamiliesOnDemandValue());
  }
}

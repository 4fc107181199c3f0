package io.dartagnan.server.storage;

import io.dartagnan.query.QueryColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.StringJoiner;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rows and columns of which blocks are kept: rows that have a cell which the scan selects,
 * wherever in the region, and the query's columns.
 *
 * @param name the same for all scans and columns that have the same blocks
 * @param scan of the whole region
 */
public record CacheKey(String name, Scan scan, List<QueryColumn> columns) {

  /** The key of a query's scan. */
  static CacheKey of(Scan scan, List<QueryColumn> columns, TableDescriptor table) {
    Scan whole = new Scan();
    StringJoiner name = new StringJoiner(" ");
    Map<byte[], NavigableSet<byte[]>> families = scan.getFamilyMap();
    for (byte[] family : families.isEmpty() ? table.getColumnFamilyNames() : families.keySet()) {
      NavigableSet<byte[]> qualifiers = families.get(family);
      name.add(Bytes.toHex(family));
      if (qualifiers == null || qualifiers.isEmpty()) {
        whole.addFamily(family);
      } else {
        for (byte[] qualifier : qualifiers) {
          whole.addColumn(family, qualifier);
          name.add(":" + Bytes.toHex(qualifier));
        }
      }
    }
    for (QueryColumn column : columns) {
      name.add(
          "/%s:%s %s"
              .formatted(
                  Bytes.toHex(column.family()),
                  Bytes.toHex(column.qualifier()),
                  column.protection()));
    }
    return new CacheKey(name.toString(), whole, columns);
  }

  /**
   * Whether blocks are kept for a scan. What it returns must change by writes alone, and not as
   * time passes; and one that asks for no caching has none, as with HBase's own blocks.
   */
  static boolean isKept(Scan scan, TableDescriptor table) {
    return scan.getCacheBlocks()
        && scan.getTimeRange().isAllTime()
        && scan.getColumnFamilyTimeRange().isEmpty()
        && scan.getIsolationLevel() == IsolationLevel.READ_COMMITTED
        && livesForEver(table);
  }

  /** Whether no family of a table lets its cells expire. */
  public static boolean livesForEver(TableDescriptor table) {
    return Arrays.stream(table.getColumnFamilies())
        .map(ColumnFamilyDescriptor::getTimeToLive)
        .allMatch(seconds -> seconds == HConstants.FOREVER);
  }
}

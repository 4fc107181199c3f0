package io.dartagnan.client.read;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Gets that select of one row what a scan or another get selects: columns, time ranges, filter and
 * attributes. Versions are the caller's to set.
 */
public final class OneRow {
  private OneRow() {}

  /** The get of one row of a scan, wherever the scan begins and ends. */
  public static Get of(byte[] row, Scan scan) throws IOException {
    return of(row, scan, scan.getTimeRange(), scan.getFamilyMap());
  }

  /** The get of another row. */
  static Get of(byte[] row, Get get) throws IOException {
    return of(row, get, get.getTimeRange(), get.getFamilyMap());
  }

  private static Get of(
      byte[] row, Query asked, TimeRange time, Map<byte[], NavigableSet<byte[]>> columns)
      throws IOException {
    Get get = new Get(row).setTimeRange(time.getMin(), time.getMax());
    asked
        .getColumnFamilyTimeRange()
        .forEach(
            (family, range) ->
                get.setColumnFamilyTimeRange(family, range.getMin(), range.getMax()));
    asked.getAttributesMap().forEach(get::setAttribute);
    columns.forEach((family, qualifiers) -> add(get, family, qualifiers));
    return get.setFilter(asked.getFilter());
  }

  private static void add(Get get, byte[] family, NavigableSet<byte[]> qualifiers) {
    if (qualifiers == null || qualifiers.isEmpty()) {
      get.addFamily(family);
    } else {
      qualifiers.forEach(qualifier -> get.addColumn(family, qualifier));
    }
  }
}

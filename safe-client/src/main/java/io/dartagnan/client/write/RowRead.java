package io.dartagnan.client.write;

import io.dartagnan.client.rpc.RowKeys;
import java.io.IOException;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.io.TimeRange;

/** The part of a row that an operation looks at before it writes. */
final class RowRead {
  private final Row action;
  private Get columns;
  private boolean all;
  private boolean versions;

  /** Reads of the row that an action is on. */
  RowRead(Row action) {
    this.action = action;
    this.columns = new Get(action.getRow());
  }

  void add(byte[] family, byte[] qualifier, TimeRange time) {
    columns.addColumn(family, qualifier);
    versions |= isLimited(time);
  }

  /** Adds the newest version of a column, and each further time the one before. */
  void addNewest(byte[] family, byte[] qualifier) {
    NavigableSet<byte[]> added = columns.getFamilyMap().get(family);
    versions |= added != null && added.contains(qualifier);
    columns.addColumn(family, qualifier);
  }

  /** Adds every column with all versions. */
  void addAll() {
    all = true;
    versions = true;
  }

  boolean isEmpty() {
    return !all && !columns.hasFamilies();
  }

  Get get() throws IOException {
    Get get = all ? new Get(action.getRow()) : columns;
    RowKeys.copyMark(action, get);
    return versions ? get.readAllVersions() : get.readVersions(1);
  }

  /** The newest cell of a column within a range of time; null if there is none. */
  static Cell newest(Result row, byte[] family, byte[] qualifier, TimeRange time) {
    return row.getColumnCells(family, qualifier).stream()
        .filter(cell -> time == null || time.withinTimeRange(cell.getTimestamp()))
        .findFirst()
        .orElse(null);
  }

  private static boolean isLimited(TimeRange time) {
    return time != null && !time.isAllTime();
  }
}

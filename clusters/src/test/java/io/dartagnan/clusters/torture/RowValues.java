package io.dartagnan.clusters.torture;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Values of one row.
 *
 * @param columns those that it has
 */
record RowValues(Map<Column, Long> columns) {

  /** The row that is not there. */
  static final RowValues ABSENT = new RowValues(Map.of());

  RowValues {
    columns = Map.copyOf(columns);
  }

  /** The values that a row of an answer holds. */
  static RowValues of(Result row) {
    Map<Column, Long> columns = new EnumMap<>(Column.class);
    for (Column column : Column.values()) {
      byte[] value = row.getValue(Column.FAMILY, column.qualifier());
      if (value != null) {
        columns.put(column, Bytes.toLong(value));
      }
    }
    return new RowValues(columns);
  }

  boolean isAbsent() {
    return columns.isEmpty();
  }

  OptionalLong value(Column column) {
    Long value = columns.get(column);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** The same without a column. */
  RowValues without(Column column) {
    Map<Column, Long> rest = new EnumMap<>(Column.class);
    rest.putAll(columns);
    rest.remove(column);
    return new RowValues(rest);
  }

  @Override
  public String toString() {
    return isAbsent() ? "absent" : new TreeMap<>(columns).toString();
  }
}

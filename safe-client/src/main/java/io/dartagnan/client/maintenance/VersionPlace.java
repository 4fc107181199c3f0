package io.dartagnan.client.maintenance;

import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/** Coordinates of one version of a cell. */
public record VersionPlace(
    TableName table, byte[] row, byte[] family, byte[] qualifier, long timestamp) {

  /** Those of a cell. */
  public static VersionPlace of(TableName table, Cell cell) {
    return new VersionPlace(
        table,
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VersionPlace that
        && timestamp == that.timestamp
        && table.equals(that.table)
        && Arrays.equals(row, that.row)
        && Arrays.equals(family, that.family)
        && Arrays.equals(qualifier, that.qualifier);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        table,
        Arrays.hashCode(row),
        Arrays.hashCode(family),
        Arrays.hashCode(qualifier),
        timestamp);
  }

  @Override
  public String toString() {
    return "version %d of column %s:%s of row %s of table %s"
        .formatted(
            timestamp,
            Bytes.toStringBinary(family),
            Bytes.toStringBinary(qualifier),
            Bytes.toStringBinary(row),
            table);
  }
}

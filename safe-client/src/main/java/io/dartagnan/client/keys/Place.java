package io.dartagnan.client.keys;

import io.dartagnan.wire.PackedRow;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** The place of a version in its table, to which tags and sealed values are bound. */
public record Place(byte[] row, byte[] family, byte[] qualifier, long timestamp) {

  /** That of a cell. */
  public static Place of(Cell cell) {
    return new Place(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp());
  }

  /** That of a version in a packed row. */
  public static Place of(PackedRow row, int i) {
    return new Place(row.key(), row.family(i), row.qualifier(i), row.timestamp(i));
  }

  /**
   * Its bytes, which no other place has: length of row (4), row, length of family (4), family,
   * length of qualifier (4), qualifier, timestamp (8).
   *
   * @param more how many bytes are to follow
   */
  public ByteBuffer encode(int more) {
    int lengths = 3 * Integer.BYTES + Long.BYTES;
    ByteBuffer bytes =
        ByteBuffer.allocate(lengths + row.length + family.length + qualifier.length + more);
    put(bytes, row);
    put(bytes, family);
    put(bytes, qualifier);
    return bytes.putLong(timestamp);
  }

  private static void put(ByteBuffer bytes, byte[] name) {
    bytes.putInt(name.length).put(name);
  }
}

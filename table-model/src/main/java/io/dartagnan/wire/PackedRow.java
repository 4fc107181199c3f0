package io.dartagnan.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A row of a packet. A scan has very many, and of most the three clouds return the same with other
 * values: such rows are put together as they lie, and a cloud's own cells are never made.
 */
public final class PackedRow implements CloudRow {

  /** Bytes of memory that a cell takes besides its content, about. */
  private static final int CELL_BYTES = 56;

  private final Packet packet;
  private final int index;

  private PackedRow(Packet packet, int index) {
    this.packet = packet;
    this.index = index;
  }

  /**
   * Returns the rows of a packet that lies in an array.
   *
   * @throws IllegalArgumentException if it is not well-formed
   */
  static List<CloudRow> of(byte[] array, int from, int length) {
    Packet packet = new Packet(array, from, length);
    List<CloudRow> rows = new ArrayList<>(packet.rows);
    for (int i = 0; i < packet.rows; i++) {
      rows.add(new PackedRow(packet, i));
    }
    return rows;
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("malformed packed rows were received");
  }

  /** Returns the number of cells, 1 or more. */
  public int size() {
    return packet.cellsAt[index + 1] - packet.cellsAt[index];
  }

  private int cell(int i) {
    return packet.cellsAt[index] + i;
  }

  private PackedRows.Column column(int i) {
    return packet.columns.get(packet.column[cell(i)]);
  }

  /** Returns the family of a cell, not to be changed. */
  public byte[] family(int i) {
    return column(i).family();
  }

  /** Returns the qualifier of a cell, not to be changed. */
  public byte[] qualifier(int i) {
    return column(i).qualifier();
  }

  /** Returns the timestamp of a cell. */
  public long timestamp(int i) {
    return packet.timestamp[cell(i)];
  }

  /** Returns the key of the row. */
  public byte[] key() {
    return Arrays.copyOfRange(keyArray(), keyOffset(), keyOffset() + keyLength());
  }

  /** Returns where the value of a cell begins, in the array in which the key lies too. */
  public int valueOffset(int i) {
    return packet.valueAt[cell(i)];
  }

  /** Returns the length of the value of a cell. */
  public int valueLength(int i) {
    return packet.valueLength[cell(i)];
  }

  /** Whether a row has the same key, and its cells the same columns and timestamps. */
  public boolean isAlike(PackedRow other) {
    int size = size();
    if (other.size() != size || !hasKeyOf(other)) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (packet.timestamp[cell(i)] != other.packet.timestamp[other.cell(i)]
          || !column(i).isSameAs(other.column(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Result result() {
    return result(null);
  }

  /**
   * Returns the row with other values.
   *
   * @param values one for each cell
   */
  public Result with(byte[][] values) {
    if (values.length != size()) {
      throw new IllegalArgumentException(
          "%d values were given for %d cells".formatted(values.length, size()));
    }
    return result(values);
  }

  private Result result(byte[][] values) {
    int size = size();
    int length = 0;
    for (int i = 0; i < size; i++) {
      int value = values == null ? valueLength(i) : values[i].length;
      length = Math.addExact(length, KeyValue.ROW_OFFSET + keyLength(i) + value);
    }
    byte[] row = new byte[length];
    Cell[] cells = new Cell[size];
    int from = 0;
    for (int i = 0; i < size; i++) {
      int to =
          values == null
              ? write(row, from, i, packet.bytes, valueOffset(i), valueLength(i))
              : write(row, from, i, values[i], 0, values[i].length);
      cells[i] = new KeyValue(row, from, to - from);
      from = to;
    }
    return Result.create(cells);
  }

  /** Returns the length of the key of a cell. */
  private int keyLength(int i) {
    return KeyValue.KEY_INFRASTRUCTURE_SIZE + keyLength() + column(i).inKey().length - Byte.BYTES;
  }

  private int write(byte[] row, int from, int i, byte[] value, int valueAt, int valueLength) {
    byte[] inKey = column(i).inKey();
    int to = Bytes.putInt(row, from, keyLength(i));
    to = Bytes.putInt(row, to, valueLength);
    to = Bytes.putShort(row, to, (short) keyLength());
    System.arraycopy(packet.bytes, keyOffset(), row, to, keyLength());
    to += keyLength();
    System.arraycopy(inKey, 0, row, to, inKey.length);
    to = Bytes.putLong(row, to + inKey.length, packet.timestamp[cell(i)]);
    row[to++] = KeyValue.Type.Put.getCode();
    System.arraycopy(value, valueAt, row, to, valueLength);
    return to + valueLength;
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  @Override
  public boolean isAbsent() {
    return size() == 1 && family(0).length == 0;
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (int i = 0; i < size(); i++) {
      bytes += CELL_BYTES + KeyValue.ROW_OFFSET + keyLength(i) + valueLength(i);
    }
    return bytes;
  }

  @Override
  public byte[] keyArray() {
    return packet.bytes;
  }

  @Override
  public int keyOffset() {
    return packet.keyAt[index];
  }

  @Override
  public int keyLength() {
    return packet.keyLength[index];
  }

  /** A packet that was taken apart. */
  private static final class Packet {
    private final byte[] bytes;
    private final int end;
    private final List<PackedRows.Column> columns = new ArrayList<>();
    private int at;

    // Of each row; the cells of row i are those from cellsAt[i] to cellsAt[i + 1].
    private int rows;
    private int[] keyAt = new int[16];
    private int[] keyLength = new int[16];
    private int[] cellsAt = new int[17];

    // Of each cell.
    private int cells;
    private int[] column = new int[64];
    private long[] timestamp = new long[64];
    private int[] valueAt = new int[64];
    private int[] valueLength = new int[64];

    Packet(byte[] bytes, int from, int length) {
      this.bytes = bytes;
      this.at = from;
      this.end = from + length;
      Layout.requireOfCloud(
          "a packet of rows", at < end ? bytes[at] : 0, PackedRows.LAYOUT, PackedRows.LAYOUT);
      at++;
      while (at < end) {
        readRow();
      }
    }

    private void readRow() {
      if (rows == keyAt.length) {
        keyAt = Arrays.copyOf(keyAt, 2 * rows);
        keyLength = Arrays.copyOf(keyLength, 2 * rows);
        cellsAt = Arrays.copyOf(cellsAt, 2 * rows + 1);
      }
      int length = number();
      keyLength[rows] = length;
      keyAt[rows] = skip(length);
      int count = number();
      if (length == 0 || length > Short.MAX_VALUE || count == 0 || count > end - at) {
        throw malformed();
      }
      long unpacked = 0;
      for (int i = 0; i < count; i++) {
        unpacked += length + readCell();
      }
      if (unpacked > Integer.MAX_VALUE) {
        throw malformed();
      }
      rows++;
      cellsAt[rows] = cells;
    }

    /** Reads a cell; returns the bytes that it takes unpacked, without the key of its row. */
    private long readCell() {
      if (cells == column.length) {
        column = Arrays.copyOf(column, 2 * cells);
        timestamp = Arrays.copyOf(timestamp, 2 * cells);
        valueAt = Arrays.copyOf(valueAt, 2 * cells);
        valueLength = Arrays.copyOf(valueLength, 2 * cells);
      }
      int head = number();
      int place = head >>> 1;
      if (place > columns.size()) {
        throw malformed();
      }
      if (place == columns.size()) {
        byte[] family = field();
        if (family.length > Byte.MAX_VALUE) {
          throw malformed();
        }
        columns.add(PackedRows.Column.of(family, field()));
      }
      column[cells] = place;
      timestamp[cells] = (head & 1) == 1 ? timestamp() : timestampBefore();
      valueLength[cells] = number();
      valueAt[cells] = skip(valueLength[cells]);
      return (long) KeyValue.ROW_OFFSET
          + KeyValue.KEY_INFRASTRUCTURE_SIZE
          + columns.get(place).inKey().length
          + valueLength[cells++];
    }

    private long timestamp() {
      long read = Bytes.toLong(bytes, skip(Long.BYTES));
      // HBase's constructor would write the bytes of such a cell to the log.
      if (read < 0) {
        throw malformed();
      }
      return read;
    }

    private long timestampBefore() {
      return cells == 0 ? HConstants.LATEST_TIMESTAMP : timestamp[cells - 1];
    }

    private byte[] field() {
      int length = number();
      int from = skip(length);
      return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** Goes on by so many bytes; returns where they begin. */
    private int skip(int length) {
      if (length > end - at) {
        throw malformed();
      }
      int from = at;
      at += length;
      return from;
    }

    private int number() {
      long number = 0;
      for (int shift = 0; shift <= 28; shift += 7) {
        if (at == end) {
          throw malformed();
        }
        byte next = bytes[at++];
        number |= (next & 0x7fL) << shift;
        if (next >= 0) {
          if (number > Integer.MAX_VALUE) {
            throw malformed();
          }
          return (int) number;
        }
      }
      throw malformed();
    }
  }
}

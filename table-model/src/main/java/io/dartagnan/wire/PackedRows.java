package io.dartagnan.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of a scan in half the bytes, and a fraction of the objects, of HBase's own answer, which
 * repeats row, family, qualifier and timestamp in each cell. They travel as the value of the only
 * cell of a {@link Result}, which has no family and the key of the last of them: HBase's client
 * goes on behind that row when it has to open a scan again.
 *
 * <pre>
 *   layout (1) | rows, each:
 *     length | row | count of cells, each:
 *       column | timestamp (8), unless it is that of the cell before | length | value
 *
 *   column: 2 * its place in the packet + 1 if a timestamp follows; behind the last place so far,
 *           where it is met for the first time:  length | family | length | qualifier
 * </pre>
 *
 * Lengths, counts and columns are numbers of seven bits a byte, the lowest first, all but the last
 * with their highest bit set; timestamps are big-endian. All cells are puts, without tags. A packet
 * may name a column twice.
 */
public final class PackedRows {
  private static final String ATTRIBUTE = "dartagnan.packed";
  private static final byte LAYOUT = 1;
  private static final int COLUMNS_TRIED = 16;

  private PackedRows() {}

  /**
   * Bounds of one packet; whichever is met first ends it.
   *
   * @param rows how many rows, 1 or more; the last of a region may be one more
   * @param bytes how many bytes its cells take unpacked, 1 or more; the last row may exceed it, and
   *     a cloud has a bound of its own
   */
  public record Bounds(int rows, int bytes) {}

  /** Asks for packets of a size that the cloud chooses. */
  public static void ask(Scan scan) {
    ask(scan, new Bounds(Integer.MAX_VALUE, Integer.MAX_VALUE));
  }

  /** Asks for packets. A cloud is free to return rows as HBase does. */
  public static void ask(Scan scan, Bounds each) {
    scan.setAttribute(
        ATTRIBUTE,
        ByteBuffer.allocate(1 + 2 * Integer.BYTES)
            .put(LAYOUT)
            .putInt(each.rows())
            .putInt(each.bytes())
            .array());
  }

  /**
   * Returns the bounds of the packets that a scan asks for.
   *
   * @return empty if it asks for none
   * @throws IllegalArgumentException if it asks for a layout that is not known, or is a raw scan
   */
  public static Optional<Bounds> askedBy(Scan scan) {
    byte[] asked = scan.getAttribute(ATTRIBUTE);
    if (asked == null) {
      return Optional.empty();
    }
    if (scan.isRaw()) {
      throw new IllegalArgumentException("a raw scan was given; only puts are packed");
    }
    Layout.requireOfClient("a request for packed rows", asked.length == 0 ? 0 : asked[0], LAYOUT);
    if (asked.length != 1 + 2 * Integer.BYTES) {
      throw new IllegalArgumentException("a request for packed rows of a wrong length was given");
    }
    ByteBuffer from = ByteBuffer.wrap(asked, 1, 2 * Integer.BYTES);
    return Optional.of(new Bounds(from.getInt(), from.getInt()));
  }

  /** Whether what a scan returned is a packet. */
  public static boolean isPacket(Result result) {
    return result.size() == 1 && result.rawCells()[0].getFamilyLength() == 0;
  }

  /**
   * Returns the rows of a packet, in its order.
   *
   * @throws IllegalArgumentException if it is not well-formed
   */
  public static List<Result> unpack(Result packet) {
    Cell cell = packet.rawCells()[0];
    return unpack(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  /** Returns the rows of a packet that lies in an array. */
  static List<Result> unpack(byte[] array, int from, int length) {
    try {
      return new Reader(array, from, length).rows();
    } catch (IndexOutOfBoundsException e) {
      throw malformed();
    }
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("malformed packed rows were received");
  }

  /** A column, as it is written in a packet and as it lies in a key. */
  private record Column(byte[] family, byte[] qualifier, byte[] inKey) {
    static Column of(byte[] family, byte[] qualifier) {
      return new Column(
          family, qualifier, Bytes.add(new byte[] {(byte) family.length}, family, qualifier));
    }

    boolean isOf(Cell cell) {
      if (cell instanceof KeyValue whole) {
        int at = whole.getRowOffset() + whole.getRowLength();
        int end = whole.getKeyOffset() + whole.getKeyLength() - KeyValue.TIMESTAMP_TYPE_SIZE;
        return Arrays.equals(inKey, 0, inKey.length, whole.getBuffer(), at, end);
      }
      return CellUtil.matchingColumn(cell, family, qualifier);
    }
  }

  /** A packet that is put together. */
  public static final class Writer {
    private final List<Column> columns = new ArrayList<>();
    private byte[] bytes = new byte[1 << 10];
    private int length;
    private int rows;
    private byte[] lastRow;
    private long timestamp = HConstants.LATEST_TIMESTAMP;

    /** An empty packet. */
    public Writer() {
      bytes[length++] = LAYOUT;
    }

    /**
     * Adds a row.
     *
     * @param cells its puts, one or more, in HBase's order; copied
     */
    public void add(List<Cell> cells) {
      Cell first = cells.get(0);
      lastRow = CellUtil.cloneRow(first);
      put(lastRow);
      putNumber(cells.size());
      int place = -1;
      for (Cell cell : cells) {
        if (cell.getType() != Cell.Type.Put) {
          throw new IllegalArgumentException("only puts are packed, a " + cell.getType() + " came");
        }
        place = place(cell, place);
        boolean isNew = place == columns.size();
        boolean isAtAnother = cell.getTimestamp() != timestamp;
        putNumber(2L * place + (isAtAnother ? 1 : 0));
        if (isNew) {
          Column column = Column.of(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
          columns.add(column);
          put(column.family());
          put(column.qualifier());
        }
        if (isAtAnother) {
          timestamp = cell.getTimestamp();
          reserve(Long.BYTES);
          length = Bytes.putLong(bytes, length, timestamp);
        }
        int value = cell.getValueLength();
        putNumber(value);
        reserve(value);
        length = CellUtil.copyValueTo(cell, bytes, length);
      }
      rows++;
    }

    /**
     * Returns the place of a cell's column; the number of columns for one that is not found. Most
     * are behind that of the cell before, or are the same.
     */
    private int place(Cell cell, int before) {
      int count = columns.size();
      if (before + 1 < count && columns.get(before + 1).isOf(cell)) {
        return before + 1;
      }
      for (int i = 0; i < Math.min(count, COLUMNS_TRIED); i++) {
        int place = Math.floorMod(before - i, count);
        if (columns.get(place).isOf(cell)) {
          return place;
        }
      }
      return count;
    }

    private void put(byte[] field) {
      putNumber(field.length);
      reserve(field.length);
      length = Bytes.putBytes(bytes, length, field, 0, field.length);
    }

    private void putNumber(long number) {
      reserve(Long.BYTES);
      long left = number;
      while (left > 0x7f) {
        bytes[length++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[length++] = (byte) left;
    }

    private void reserve(int more) {
      if (bytes.length - length < more) {
        bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
      }
    }

    /** Returns the number of rows so far. */
    public int rows() {
      return rows;
    }

    /** Returns the length of the packet so far, in bytes. */
    int length() {
      return length;
    }

    void writeTo(ByteBuffer into) {
      into.put(bytes, 0, length);
    }

    /** Returns the cell that carries the packet, which has a row. */
    public Cell packet() {
      return new KeyValue(
          lastRow,
          0,
          lastRow.length,
          HConstants.EMPTY_BYTE_ARRAY,
          0,
          0,
          HConstants.EMPTY_BYTE_ARRAY,
          0,
          0,
          HConstants.LATEST_TIMESTAMP,
          KeyValue.Type.Put,
          bytes,
          0,
          length);
    }
  }

  /** A packet that is taken apart. Bytes beyond it are an {@link IndexOutOfBoundsException}. */
  private static final class Reader {
    private final byte[] bytes;
    private final int end;
    private final List<Column> columns = new ArrayList<>();
    private int at;
    private long timestamp = HConstants.LATEST_TIMESTAMP;

    // The cells of the row at hand.
    private Column[] column = new Column[16];
    private long[] stamp = new long[16];
    private int[] valueAt = new int[16];
    private int[] valueLength = new int[16];

    Reader(byte[] bytes, int from, int length) {
      this.bytes = bytes;
      this.at = from;
      this.end = from + length;
    }

    List<Result> rows() {
      Layout.requireOfCloud("a packet of rows", at < end ? bytes[at] : 0, LAYOUT, LAYOUT);
      at++;
      List<Result> rows = new ArrayList<>();
      while (at < end) {
        rows.add(row());
      }
      return rows;
    }

    private Result row() {
      int rowLength = number();
      int rowAt = skip(rowLength);
      int count = number();
      if (rowLength == 0 || rowLength > Short.MAX_VALUE || count == 0 || count > end - at) {
        throw malformed();
      }
      reserve(count);
      long length = 0;
      for (int i = 0; i < count; i++) {
        readCell(i);
        length += (long) KeyValue.ROW_OFFSET + keyLength(rowLength, column[i]) + valueLength[i];
      }
      if (length > Integer.MAX_VALUE) {
        throw malformed();
      }
      byte[] row = new byte[(int) length];
      Cell[] cells = new Cell[count];
      int from = 0;
      for (int i = 0; i < count; i++) {
        int to = write(row, from, rowAt, rowLength, i);
        cells[i] = new KeyValue(row, from, to - from);
        from = to;
      }
      return Result.create(cells);
    }

    private void reserve(int count) {
      if (column.length < count) {
        column = new Column[count];
        stamp = new long[count];
        valueAt = new int[count];
        valueLength = new int[count];
      }
    }

    private void readCell(int i) {
      int head = number();
      int place = head >>> 1;
      if (place == columns.size()) {
        byte[] family = field();
        if (family.length > Byte.MAX_VALUE) {
          throw malformed();
        }
        columns.add(Column.of(family, field()));
      }
      column[i] = columns.get(place);
      if ((head & 1) == 1) {
        timestamp = Bytes.toLong(bytes, skip(Long.BYTES));
        // HBase's constructor would write the bytes of such a cell to the log.
        if (timestamp < 0) {
          throw malformed();
        }
      }
      stamp[i] = timestamp;
      valueLength[i] = number();
      valueAt[i] = skip(valueLength[i]);
    }

    private static int keyLength(int rowLength, Column column) {
      return Short.BYTES + rowLength + column.inKey().length + KeyValue.TIMESTAMP_TYPE_SIZE;
    }

    private int write(byte[] row, int from, int rowAt, int rowLength, int i) {
      byte[] inKey = column[i].inKey();
      int to = Bytes.putInt(row, from, keyLength(rowLength, column[i]));
      to = Bytes.putInt(row, to, valueLength[i]);
      to = Bytes.putShort(row, to, (short) rowLength);
      System.arraycopy(bytes, rowAt, row, to, rowLength);
      to += rowLength;
      System.arraycopy(inKey, 0, row, to, inKey.length);
      to = Bytes.putLong(row, to + inKey.length, stamp[i]);
      row[to++] = KeyValue.Type.Put.getCode();
      System.arraycopy(bytes, valueAt[i], row, to, valueLength[i]);
      return to + valueLength[i];
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

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
  static final byte LAYOUT = 1;
  private static final int COLUMNS_TRIED = 16;

  private PackedRows() {}

  /**
   * Bounds of one packet; whichever is met first ends it.
   *
   * @param rows how many rows, 1 or more
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
  public static List<CloudRow> unpack(Result packet) {
    Cell cell = packet.rawCells()[0];
    return PackedRow.of(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  /** A column, as it is written in a packet and as it lies in a key. */
  record Column(byte[] family, byte[] qualifier, byte[] inKey) {
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

    boolean isSameAs(Column other) {
      return Arrays.equals(inKey, other.inKey);
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
}

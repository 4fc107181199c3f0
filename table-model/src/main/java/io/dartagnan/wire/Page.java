package io.dartagnan.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * One party's part of the answer to a query: for one batch of rows or several its cells of those
 * that match, or its shares of the aggregates over each batch, and how far the scan has come. It
 * travels as the value of the only cell of a {@link Result}.
 *
 * <pre>
 *   layout (1) | flags (1) | mesh bytes (8) | judged rows (8) | length (2) | through row
 *   length (4) | aggregates
 *   count (4) of cells, each:  length (4) | the cell as an HBase KeyValue, without tags
 *   or a packet, see PackedRows
 * </pre>
 *
 * All numbers are big-endian. Flag bit 0: the range is done. Flag bit 1: a heartbeat, nothing new.
 * Flag bit 2: the cells are packed, which only a client gets that asks for it. Pages of one session
 * come in the same number and cover the same rows at all three parties; heartbeats do not count.
 * For a row that a party lacks its page has a cell without a family.
 *
 * @param kind what the page says about the scan
 * @param meshBytes payload bytes this party has sent to its peers since the session began
 * @param judgedRows rows of the range that the three parties have judged so far
 * @param throughRow the last row that the pages so far have covered; empty before the first
 * @param aggregates this party's shares of the batches' aggregates, as their owner lays them out;
 *     empty unless they were asked for
 * @param rows the matching rows, in HBase's order; when aggregates were asked for, those that are
 *     in none of them, since the clouds cannot tell whether they match
 */
public record Page(
    Kind kind,
    long meshBytes,
    long judgedRows,
    byte[] throughRow,
    byte[] aggregates,
    List<CloudRow> rows) {

  /** Statement of a page about the scan. */
  public enum Kind {
    /** More pages follow. */
    MORE,
    /** The range is done. */
    LAST,
    /** The parties are still computing. */
    HEARTBEAT
  }

  private static final byte LAYOUT = 2;
  private static final byte LAST_FLAG = 1;
  private static final byte HEARTBEAT_FLAG = 2;
  private static final byte PACKED_FLAG = 4;
  private static final int FIXED_BYTES = 1 + 1 + 8 + 8 + 2 + 4;
  private static final int TIMESTAMP_TYPE_BYTES = Long.BYTES + 1;

  /** A page that says only that the scan lives. */
  public static Page heartbeat(long meshBytes, long judgedRows, byte[] throughRow) {
    return new Page(Kind.HEARTBEAT, meshBytes, judgedRows, throughRow, new byte[0], List.of());
  }

  /**
   * The cell that stands for a row which the party lacks and the two others have: one without a
   * family, which no table has.
   */
  public static Cell absent(byte[] row) {
    return new KeyValue(row, null, null, HConstants.LATEST_TIMESTAMP, KeyValue.Type.Put);
  }

  /** Returns the rows that cells in HBase's order are of. */
  public static List<CloudRow> rowsOf(List<Cell> cells) {
    List<CloudRow> rows = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= cells.size(); i++) {
      if (i == cells.size() || !CellUtil.matchingRows(cells.get(start), cells.get(i))) {
        rows.add(CloudRow.of(Result.create(cells.subList(start, i))));
        start = i;
      }
    }
    return rows;
  }

  /** The value of the cell that carries the page. */
  public byte[] encode() {
    List<Cell> cells = new ArrayList<>();
    rows.forEach(row -> cells.addAll(Arrays.asList(row.result().rawCells())));
    long length = (long) FIXED_BYTES + throughRow.length + aggregates.length + Integer.BYTES;
    for (Cell cell : cells) {
      length += Integer.BYTES + serializedLength(cell);
    }
    ByteBuffer into = begun(length, (byte) 0);
    into.putInt(cells.size());
    for (Cell cell : cells) {
      int bytes = serializedLength(cell);
      into.putInt(bytes);
      if (cell instanceof KeyValue whole) {
        into.put(whole.getBuffer(), whole.getOffset(), bytes);
      } else {
        KeyValueUtil.appendTo(cell, into, into.position(), false);
        into.position(into.position() + bytes);
      }
    }
    return into.array();
  }

  /** The same with packed cells. */
  public byte[] encodePacked() {
    PackedRows.Writer packet = new PackedRows.Writer();
    rows.forEach(row -> packet.add(Arrays.asList(row.result().rawCells())));
    ByteBuffer into =
        begun(
            (long) FIXED_BYTES + throughRow.length + aggregates.length + packet.length(),
            PACKED_FLAG);
    packet.writeTo(into);
    return into.array();
  }

  private ByteBuffer begun(long length, byte flag) {
    byte ofKind =
        switch (kind) {
          case MORE -> 0;
          case LAST -> LAST_FLAG;
          case HEARTBEAT -> HEARTBEAT_FLAG;
        };
    ByteBuffer into =
        ByteBuffer.allocate(Math.toIntExact(length))
            .put(LAYOUT)
            .put((byte) (ofKind | flag))
            .putLong(meshBytes)
            .putLong(judgedRows);
    Fields.putShortBytes(into, throughRow);
    return into.putInt(aggregates.length).put(aggregates);
  }

  /**
   * Reads the value of the cell that carries a page.
   *
   * @param bytes not to be changed afterwards: the cells lie in it
   * @throws IllegalArgumentException if it is not a well-formed page
   */
  public static Page decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    try {
      Layout.requireOfCloud("a page", from.get(), LAYOUT, LAYOUT);
      byte flags = from.get();
      Kind kind =
          switch (flags & ~PACKED_FLAG) {
            case 0 -> Kind.MORE;
            case LAST_FLAG -> Kind.LAST;
            case HEARTBEAT_FLAG -> Kind.HEARTBEAT;
            default -> throw new IllegalArgumentException("a page with unknown flags was received");
          };
      long meshBytes = from.getLong();
      long judgedRows = from.getLong();
      byte[] throughRow = Fields.getShortBytes(from);
      byte[] aggregates = Fields.getBytes(from, from.getInt());
      List<CloudRow> rows =
          (flags & PACKED_FLAG) == 0
              ? rowsOf(cells(from))
              : PackedRow.of(bytes, from.position(), from.remaining());
      return new Page(kind, meshBytes, judgedRows, throughRow, aggregates, rows);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a page that ends too early was received", e);
    }
  }

  private static List<Cell> cells(ByteBuffer from) {
    int count = from.getInt();
    List<Cell> cells = new ArrayList<>(Math.min(Math.max(count, 0), from.remaining() / 4));
    for (int i = 0; i < count; i++) {
      int length = from.getInt();
      if (length < 0 || length > from.remaining()) {
        throw new BufferUnderflowException();
      }
      requireKeyValue(from.slice(from.position(), length));
      cells.add(new KeyValue(from.array(), from.position(), length));
      from.position(from.position() + length);
    }
    if (count < 0 || from.hasRemaining()) {
      throw new IllegalArgumentException("a page with a wrong count of cells was received");
    }
    return cells;
  }

  /**
   * Checks what HBase's constructor would check, since that one writes the bytes of a cell that it
   * refuses, which may be a share, to the log and into its exception.
   */
  private static void requireKeyValue(ByteBuffer cell) {
    int keyLength = cell.getInt();
    int valueLength = cell.getInt();
    long lengths = (long) KeyValue.KEYVALUE_INFRASTRUCTURE_SIZE + keyLength + valueLength;
    int rowLength = cell.getShort();
    if (keyLength < KeyValue.KEY_INFRASTRUCTURE_SIZE
        || valueLength < 0
        || lengths != cell.limit()
        || rowLength < 0
        || rowLength > keyLength - KeyValue.KEY_INFRASTRUCTURE_SIZE) {
      throw malformed();
    }
    int familyLength = cell.position(cell.position() + rowLength).get();
    int timestampAt = KeyValue.KEYVALUE_INFRASTRUCTURE_SIZE + keyLength - TIMESTAMP_TYPE_BYTES;
    if (familyLength < 0
        || familyLength > keyLength - KeyValue.KEY_INFRASTRUCTURE_SIZE - rowLength
        || cell.getLong(timestampAt) < 0
        || cell.get(timestampAt + Long.BYTES) != KeyValue.Type.Put.getCode()) {
      throw malformed();
    }
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("a page with a malformed cell was received");
  }

  private static int serializedLength(Cell cell) {
    return Math.toIntExact(
        KeyValue.getKeyValueDataStructureSize(
            cell.getRowLength(),
            cell.getFamilyLength(),
            cell.getQualifierLength(),
            cell.getValueLength()));
  }
}

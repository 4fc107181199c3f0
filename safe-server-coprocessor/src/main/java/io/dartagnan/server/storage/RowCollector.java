package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ByteBufferExtendedCell;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Takes cells of rows, which come in HBase's order, into blocks: the key of each row, and of each
 * of the query's columns the newest version.
 */
final class RowCollector {
  private static final Comparator<QueryColumn> HBASE_ORDER =
      Comparator.comparing(QueryColumn::family, Bytes.BYTES_COMPARATOR)
          .thenComparing(QueryColumn::qualifier, Bytes.BYTES_COMPARATOR);

  private static final int FIRST_KEY_BYTES = 64;
  private static final int FIRST_VALUE_BYTES = 64;

  private final Party party;
  private final BlockCutter cutter;
  private final List<Column> columns;
  private byte[] row = new byte[FIRST_KEY_BYTES];
  private byte[] value = new byte[FIRST_VALUE_BYTES];
  private int rowLength = -1;
  private int at;
  private boolean taken;
  private long rows;
  private boolean perishable;

  /**
   * A column, in HBase's order.
   *
   * @param places its places in the query's list
   * @param isLast whether none follows in its family
   */
  private record Column(
      byte[] family, byte[] qualifier, Protection protection, int[] places, boolean isLast) {}

  RowCollector(List<QueryColumn> columns, Party party, BlockCutter cutter) {
    this.party = party;
    this.cutter = cutter;
    this.columns = inOrder(columns);
  }

  private static List<Column> inOrder(List<QueryColumn> asked) {
    TreeMap<QueryColumn, List<Integer>> places = new TreeMap<>(HBASE_ORDER);
    for (int place = 0; place < asked.size(); place++) {
      places.computeIfAbsent(asked.get(place), column -> new ArrayList<>()).add(place);
    }
    List<Column> columns = new ArrayList<>();
    places.forEach(
        (column, at) -> {
          QueryColumn behind = places.higherKey(column);
          columns.add(
              new Column(
                  column.family(),
                  column.qualifier(),
                  column.protection(),
                  at.stream().mapToInt(Integer::intValue).toArray(),
                  behind == null || !Arrays.equals(behind.family(), column.family())));
        });
    return columns;
  }

  /** Number of rows so far. */
  long rows() {
    return rows;
  }

  /** Whether a cell that counted has a time to live: what it says is not true for ever. */
  boolean isPerishable() {
    return perishable;
  }

  /**
   * Takes a cell. Of a column only the first counts.
   *
   * @return which cell is needed next
   */
  ReturnCode take(Cell cell) {
    boolean begins = rowLength < 0 || !PrivateCellUtil.matchingRows(cell, row, 0, rowLength);
    if (begins) {
      begin(cell);
    }
    while (at < columns.size()) {
      Column column = columns.get(at);
      if (!CellUtil.matchingFamily(cell, column.family)) {
        if (Bytes.compareTo(CellUtil.cloneFamily(cell), column.family) < 0) {
          return ReturnCode.NEXT_ROW;
        }
      } else {
        int order = CellUtil.compareQualifiers(cell, column.qualifier, 0, column.qualifier.length);
        if (order == 0) {
          if (!taken) {
            taken = true;
            if (!begins) {
              look(cell);
            }
            version(cell, column);
          }
          return column.isLast ? ReturnCode.NEXT_ROW : ReturnCode.NEXT_COL;
        }
        if (order < 0) {
          return ReturnCode.SKIP;
        }
      }
      at++;
      taken = false;
    }
    return ReturnCode.NEXT_ROW;
  }

  private void begin(Cell cell) {
    rowLength = cell.getRowLength();
    if (rowLength > row.length) {
      row = new byte[2 * rowLength];
    }
    CellUtil.copyRowTo(cell, row, 0);
    cutter.row(row, 0, rowLength);
    rows++;
    at = 0;
    taken = false;
    look(cell);
  }

  private void version(Cell from, Column column) {
    int length = from.getValueLength();
    byte[] array;
    int offset;
    if (!(from instanceof ByteBufferExtendedCell inBlock)) {
      array = from.getValueArray();
      offset = from.getValueOffset();
    } else if (inBlock.getValueByteBuffer().hasArray()) {
      array = inBlock.getValueByteBuffer().array();
      offset = inBlock.getValueByteBuffer().arrayOffset() + inBlock.getValuePosition();
    } else {
      if (length > value.length) {
        value = new byte[2 * length];
      }
      CellUtil.copyValueTo(from, value, 0);
      array = value;
      offset = 0;
    }
    OptionalLong id = column.protection.agreedId(array, offset, length, party);
    for (int place : column.places) {
      if (id.isEmpty()) {
        cutter.otherVersion(place);
      } else {
        cutter.version(place, from.getTimestamp(), id.getAsLong(), array, offset, length);
      }
    }
  }

  /** Looks whether a cell expires: its row may match and be gone when it is read. */
  private void look(Cell cell) {
    if (cell instanceof ExtendedCell tagged
        && tagged.getTagsLength() > 0
        && PrivateCellUtil.getTag(cell, TagType.TTL_TAG_TYPE).isPresent()) {
      perishable = true;
      columns.forEach(column -> Arrays.stream(column.places).forEach(cutter::otherVersion));
    }
  }
}

package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.schema.Protection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The columns of a request's rows, with what a table says of them. Most rows have the columns of
 * the row before, in the same order, and are spared a search for each. For one thread at a time.
 */
final class KnownColumns {

  /** Columns that are remembered of a row; further ones of a wide row are searched for. */
  private static final int MOST = 1_024;

  /**
   * A column.
   *
   * @param protection empty where the schema does not declare it
   * @param versions how many the application asked the table to keep
   */
  record Column(byte[] family, byte[] qualifier, Optional<Protection> protection, int versions) {}

  private final ProtectedTable table;
  private final List<Column> rowBefore = new ArrayList<>();
  private int next;

  KnownColumns(ProtectedTable table) {
    this.table = table;
  }

  /** Begins a row. */
  void begin() {
    next = 0;
  }

  /** The column of a cell that comes behind those of the row's earlier columns. */
  Column of(Cell cell) {
    int place = next++;
    if (place < rowBefore.size()) {
      Column known = rowBefore.get(place);
      if (CellUtil.matchingColumn(cell, known.family, known.qualifier)) {
        return known;
      }
    }
    Column column = search(cell);
    if (place < rowBefore.size()) {
      rowBefore.set(place, column);
    } else if (place < MOST) {
      rowBefore.add(column);
    }
    return column;
  }

  private Column search(Cell cell) {
    byte[] family = CellUtil.cloneFamily(cell);
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    return new Column(
        family, qualifier, table.schema().protectionOf(family, qualifier), table.versions(family));
  }
}

package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lets only shares and sealed values into {@link Protection#isGuarded guarded} columns, so that an
 * application that bypasses the Safe Client cannot store plaintext by mistake.
 */
final class ShareGuard {
  private static final int MOST_COLUMNS = 16;

  private final TableSchema schema;
  private final Party party;
  // Those of the first cells, and where the next cell's is looked for first.
  private final List<Column> met = new ArrayList<>();
  private int next;

  private record Column(byte[] family, byte[] qualifier, Protection protection) {}

  /** A guard for a batch to a region of a table at one party; for one thread. */
  ShareGuard(TableSchema schema, Party party) {
    this.schema = schema;
    this.party = party;
  }

  /**
   * Passes deletes and puts of well-formed shares. HBase takes a cell of any type in a {@code
   * Delete}, and stores a value if it is one.
   *
   * @throws DoNotRetryIOException naming the first column that was offered anything else; the
   *     message never holds the value
   */
  void check(Mutation mutation) throws DoNotRetryIOException {
    NavigableMap<byte[], List<Cell>> families = mutation.getFamilyCellMap();
    for (List<Cell> cells : families.values()) {
      for (Cell cell : cells) {
        check(mutation, cell);
      }
    }
  }

  private void check(Mutation mutation, Cell cell) throws DoNotRetryIOException {
    if (mutation instanceof Delete && CellUtil.isDelete(cell)) {
      return;
    }
    Column column = columnOf(cell);
    Optional<String> defect =
        mutation instanceof Put
            ? column.protection.defect(cell, party)
            : changeInPlace(column.protection, mutation);
    if (defect.isPresent()) {
      throw new DoNotRetryIOException(
          "column %s:%s of table %s is protected (%s) and takes only what the Safe Client makes of values; the value offered was refused: %s"
              .formatted(
                  Bytes.toStringBinary(column.family),
                  Bytes.toStringBinary(column.qualifier),
                  schema.table(),
                  column.protection,
                  defect.get()));
    }
  }

  /** Writes of a batch mostly have the same columns, in HBase's order. */
  private Column columnOf(Cell cell) throws DoNotRetryIOException {
    int place = placeOf(cell);
    if (place >= 0) {
      next = place + 1;
      return met.get(place);
    }
    byte[] family = CellUtil.cloneFamily(cell);
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    try {
      Column column = new Column(family, qualifier, schema.require(family, qualifier));
      if (met.size() < MOST_COLUMNS) {
        met.add(column);
        next = met.size();
      }
      return column;
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
  }

  /** Its place among those that were met; negative if it has to be looked up. */
  private int placeOf(Cell cell) {
    int place = next < met.size() ? next : 0;
    if (isAt(place, cell)) {
      return place;
    }
    return isAt(0, cell) ? 0 : -1;
  }

  private boolean isAt(int place, Cell cell) {
    return place < met.size()
        && CellUtil.matchingColumn(cell, met.get(place).family, met.get(place).qualifier);
  }

  /** A cloud can change a value only where it stores the value itself. */
  private static Optional<String> changeInPlace(Protection protection, Mutation mutation) {
    return protection.isGuarded()
        ? Optional.of("a " + mutation.getClass().getSimpleName() + " would change it in place")
        : Optional.empty();
  }
}

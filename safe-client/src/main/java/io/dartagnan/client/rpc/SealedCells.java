package io.dartagnan.client.rpc;

import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The cells of a table on one cluster, as the cluster stores them and as the application has them.
 */
public final class SealedCells {
  /**
   * The qualifier of cells that are there for a moment, so that a row without others has one. The
   * application sees none of them, and may not write any.
   */
  private static final byte[] MOMENTARY = Bytes.toBytes("dartagnan.momentary");

  private static final long MOMENT_MS = 60_000;

  /** Deletes that name no column. */
  private static final Set<Cell.Type> OF_FAMILIES =
      EnumSet.of(Cell.Type.DeleteFamily, Cell.Type.DeleteFamilyVersion);

  private final ProtectedTable table;

  /** Creates those of a table. */
  public SealedCells(ProtectedTable table) {
    this.table = table;
  }

  /** Returns whether clients encrypt the values of a column. */
  public boolean isSealed(byte[] family, byte[] qualifier) {
    return table
        .schema()
        .protectionOf(family, qualifier)
        .filter(SealedProtection.class::isInstance)
        .isPresent();
  }

  /**
   * Returns a row, or a part of one, with the values that were written.
   *
   * @param stored as the cluster returned it
   * @throws IOException naming a cell whose value no client wrote there; nothing is returned
   */
  public Result opened(Result stored) throws IOException {
    if (stored.isEmpty()) {
      return stored;
    }
    List<Cell> opened = new ArrayList<>(stored.size());
    for (Cell cell : stored.rawCells()) {
      if (!CellUtil.matchingQualifier(cell, MOMENTARY)) {
        opened.add(opened(cell));
      }
    }
    return Result.create(
        opened, stored.getExists(), stored.isStale(), stored.mayHaveMoreCellsInRow());
  }

  private Cell opened(Cell stored) throws IOException {
    if (stored.getType() != Cell.Type.Put) {
      // A raw scan shows what was deleted.
      return stored;
    }
    byte[] family = CellUtil.cloneFamily(stored);
    byte[] qualifier = CellUtil.cloneQualifier(stored);
    Optional<Protection> protection = table.schema().protectionOf(family, qualifier);
    if (protection.isEmpty() || !(protection.get() instanceof SealedProtection column)) {
      return stored;
    }
    byte[] value = table.requireOpened(column, table.placeOf(stored), CellUtil.cloneValue(stored));
    return new KeyValue(CellUtil.cloneRow(stored), family, qualifier, stored.getTimestamp(), value);
  }

  /** Returns a write that gives a row a cell for a moment, which goes by itself. */
  public static Put momentary(byte[] row, byte[] family) {
    return new Put(row).addColumn(family, MOMENTARY, HConstants.EMPTY_BYTE_ARRAY).setTTL(MOMENT_MS);
  }

  /** Returns the write that takes such cells away. */
  public static Delete withoutMomentary(byte[] row, byte[] family) {
    return new Delete(row).addColumns(family, MOMENTARY);
  }

  /**
   * Returns a mutation with the values that the cluster is to store.
   *
   * @throws IllegalArgumentException for a value that is not of its column's type, or a column that
   *     the schema does not declare
   */
  public Mutation sealed(Mutation mutation) throws IOException {
    for (Map.Entry<byte[], List<Cell>> family : mutation.getFamilyCellMap().entrySet()) {
      table.requireFamily(family.getKey());
      for (Cell cell : family.getValue()) {
        if (!OF_FAMILIES.contains(cell.getType())) {
          require(family.getKey(), CellUtil.cloneQualifier(cell));
        }
      }
    }
    table.rowKeys().requireOf(mutation);
    return mutation instanceof Put put ? sealed(put) : mutation;
  }

  /**
   * Checks that an application may name a column.
   *
   * @throws IllegalArgumentException if the schema does not declare it, or it is the client's own
   */
  public void require(byte[] family, byte[] qualifier) throws IOException {
    if (Arrays.equals(qualifier, MOMENTARY)) {
      throw new IllegalArgumentException(
          "qualifier %s was given, which the client keeps for itself; take another"
              .formatted(Bytes.toString(MOMENTARY)));
    }
    table.require(family, qualifier);
  }

  /** Returns mutations of one row with the values that the cluster is to store. */
  public RowMutations sealed(RowMutations mutations) throws IOException {
    RowMutations sealed = new RowMutations(mutations.getRow());
    for (Mutation mutation : mutations.getMutations()) {
      sealed.add(List.of(sealed(mutation)));
    }
    return sealed;
  }

  /** Returns an operation with the values that the cluster is to store. */
  public CheckAndMutate sealed(CheckAndMutate operation) throws IOException {
    Row action = operation.getAction();
    return RowActions.with(
        operation.getRow(),
        action instanceof RowMutations several ? sealed(several) : sealed((Mutation) action),
        operation);
  }

  private Put sealed(Put put) throws IOException {
    NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Map.Entry<byte[], List<Cell>> family : put.getFamilyCellMap().entrySet()) {
      List<Cell> cells = new ArrayList<>(family.getValue().size());
      for (Cell cell : family.getValue()) {
        cells.add(sealed(cell));
      }
      families.put(family.getKey(), cells);
    }
    Put sealed = new Put(put.getRow(), put.getTimestamp(), families);
    RowActions.copySettings(put, sealed);
    return sealed;
  }

  private Cell sealed(Cell given) throws IOException {
    byte[] family = CellUtil.cloneFamily(given);
    byte[] qualifier = CellUtil.cloneQualifier(given);
    if (given.getType() != Cell.Type.Put
        || !(table.require(family, qualifier) instanceof SealedProtection column)) {
      return given;
    }
    try {
      byte[] value = table.sealed(column, table.placeOf(given), CellUtil.cloneValue(given));
      return new KeyValue(CellUtil.cloneRow(given), family, qualifier, given.getTimestamp(), value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "row %s, column %s:%s: %s"
              .formatted(
                  Bytes.toStringBinary(CellUtil.cloneRow(given)),
                  Bytes.toStringBinary(family),
                  Bytes.toStringBinary(qualifier),
                  e.getMessage()),
          e);
    }
  }
}

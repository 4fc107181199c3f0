package io.dartagnan.client.read;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.UnreadableValueException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reconstruction of a table's rows from the newest complete versions of each column.
 *
 * <p>A version is complete when all three clouds have a cell at its coordinates and those belong to
 * one write: well-formed shares with equal write ids, or equal plain values. Any other is a write
 * that is under way, was given up half-done, or is deleted half-way; it is left out, and an older
 * complete version takes its place. A complete version whose shares are of another scheme or type
 * than the schema's is neither: it is an error, since passing over it would hide what was written.
 */
public final class Reconciliation implements RowReconciler {
  private static final CellComparator ORDER = CellComparator.getInstance();

  private final ProtectedTable table;
  private final int versions;

  /**
   * For one request.
   *
   * @param versions how many versions of each cell the application asked for
   */
  public Reconciliation(ProtectedTable table, int versions) {
    this.table = table;
    this.versions = versions;
  }

  @Override
  public Result reconcile(List<Result> byParty) throws IOException {
    Cell[][] cells = new Cell[Party.ALL.size()][];
    for (Party party : Party.ALL) {
      Result result = byParty.get(party.index());
      cells[party.index()] = result.isEmpty() ? new Cell[0] : result.rawCells();
    }
    requireOneRow(cells);
    List<Cell> complete = new ArrayList<>(cells[0].length);
    int ofColumn = 0;
    int[] at = new int[cells.length];
    while (alignOnNext(cells, at)) {
      Cell[] version = {cells[0][at[0]++], cells[1][at[1]++], cells[2][at[2]++]};
      Cell previous = complete.isEmpty() ? null : complete.get(complete.size() - 1);
      if (previous == null || !CellUtil.matchingColumn(previous, version[0])) {
        ofColumn = 0;
      }
      byte[] family = CellUtil.cloneFamily(version[0]);
      if (ofColumn < Math.min(versions, table.versions(family))) {
        Cell whole = combine(version, family);
        if (whole != null) {
          complete.add(whole);
          ofColumn++;
        }
      }
    }
    return Result.create(complete);
  }

  /** Moves to the next coordinates that all three have; false when there are none. */
  private static boolean alignOnNext(Cell[][] cells, int[] at) {
    boolean aligned = false;
    while (!aligned) {
      Cell furthest = null;
      for (int party = 0; party < cells.length; party++) {
        if (at[party] == cells[party].length) {
          return false;
        }
        Cell head = cells[party][at[party]];
        furthest = furthest == null || isBefore(furthest, head) ? head : furthest;
      }
      aligned = true;
      for (int party = 0; party < cells.length; party++) {
        if (isBefore(cells[party][at[party]], furthest)) {
          at[party]++;
          aligned = false;
        }
      }
    }
    return true;
  }

  private static boolean isBefore(Cell a, Cell b) {
    return ORDER.compareWithoutRow(a, b) < 0;
  }

  /** The application's cell, or null when the three do not belong to one write. */
  private Cell combine(Cell[] version, byte[] family) throws IOException {
    Protection protection =
        table.schema().protectionOf(family, CellUtil.cloneQualifier(version[0])).orElse(null);
    if (protection == null) {
      throw new DoNotRetryIOException(
          "%s is stored on all three clouds and the schema does not declare it"
              .formatted(column(version[0])));
    }
    try {
      return protection.value(List.of(version)).map(value -> whole(version[0], value)).orElse(null);
    } catch (UnreadableValueException e) {
      throw new DoNotRetryIOException(e.about(column(version[0])), e.getCause());
    }
  }

  private static Cell whole(Cell cell, byte[] value) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        value);
  }

  /** A column and its row, for messages. */
  static String column(Cell cell) {
    return "column %s:%s of row %s"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            Bytes.toStringBinary(CellUtil.cloneRow(cell)));
  }

  private static void requireOneRow(Cell[][] cells) {
    Cell first = null;
    for (Cell[] ofParty : cells) {
      if (ofParty.length > 0) {
        if (first != null && !CellUtil.matchingRows(first, ofParty[0])) {
          throw new IllegalArgumentException("results of different rows do not belong together");
        }
        first = ofParty[0];
      }
    }
  }
}

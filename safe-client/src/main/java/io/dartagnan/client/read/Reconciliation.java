package io.dartagnan.client.read;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.MismatchedSharesException;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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
    if (!protection.isProtected()) {
      boolean equal =
          CellUtil.matchingValue(version[0], version[1])
              && CellUtil.matchingValue(version[0], version[2]);
      return equal ? whole(version[0], CellUtil.cloneValue(version[0])) : null;
    }
    if (isOfAnotherSchema(version, protection)) {
      throw new DoNotRetryIOException(ShareCell.ofAnotherSchema(column(version[0]), protection));
    }
    for (Party party : Party.ALL) {
      Cell cell = version[party.index()];
      if (ShareCell.defect(cell, protection, party) != null
          || ShareCell.writeId(cell) != ShareCell.writeId(version[0])) {
        return null;
      }
    }
    List<Shares> shares =
        Party.ALL.stream()
            .map(party -> ShareCell.read(List.of(version[party.index()]), protection, party))
            .toList();
    try {
      return whole(version[0], protection.laneType().decode(Reconstruction.values(shares)));
    } catch (MismatchedSharesException e) {
      throw new DoNotRetryIOException(
          "%s cannot be put together although its shares are of one write: %s; a cloud returned a share that was altered"
              .formatted(column(version[0]), disagreeing(shares)),
          e);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(
          column(version[0])
              + " cannot be put together although its three shares are of one write: a cloud"
              + " returned a share that was altered, or the column's type is no longer the same",
          e);
    }
  }

  /** True if one write wrote all three; otherwise the version is torn and passed over. */
  private static boolean isOfAnotherSchema(Cell[] version, Protection protection) {
    return Arrays.stream(version)
        .allMatch(
            cell ->
                ShareCell.isOfAnotherSchema(cell, protection)
                    && ShareCell.writeId(cell) == ShareCell.writeId(version[0]));
  }

  /** The clouds that differ; one that stands in two pairs is likely the one that altered both. */
  private static String disagreeing(List<Shares> shares) {
    return Party.ALL.stream()
        .filter(
            one ->
                !Arrays.equals(
                    shares.get(one.index()).next(), shares.get(one.next().index()).own()))
        .map(
            one ->
                "cloud %d and cloud %d hold different copies of share %d"
                    .formatted(one.index(), one.next().index(), one.next().index()))
        .collect(Collectors.joining(", "));
  }

  private static Cell whole(Cell cell, byte[] value) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        value);
  }

  private static String column(Cell cell) {
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

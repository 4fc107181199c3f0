package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.SettledFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * One row as two clouds returned it, from which the row of the lost cloud follows.
 *
 * <p>A version that one of the two lacks is not complete, whatever the lost cloud has. Of a version
 * that both have, under one write id, the lost cloud has its part if the write is settled: settled
 * means on all three clouds or gone, and it is not gone. If it is not known to be settled, the lost
 * cloud may or may not have it, and an answer that depends on it cannot be given. Nor can one where
 * the two have different writes at one timestamp: one took the place of another there, and neither
 * says which of them the lost cloud has.
 *
 * <p>Where one of the two may lie, both have to know that a version is settled, and what one alone
 * has is in doubt as well. That neither alters a value, its tag shows.
 */
final class PairedRow {
  private static final CellComparator ORDER = CellComparator.getInstance();

  /**
   * A version that both clouds have, and the lost cloud's cell of it; without one if the two are of
   * different writes, or one of them lacks it and may lie.
   */
  private record Version(Cell cell, Optional<Cell> ofLost, boolean settled) {}

  private final Party lost;
  private final ProtectedTable table;
  private final boolean oneMayLie;
  private final Result ofNext;
  private final Result ofPrev;
  private final List<Version> versions = new ArrayList<>();

  /**
   * Puts two answers side by side.
   *
   * @param byCloud what each cloud returned, with flags; the lost one's is not looked at
   * @throws IllegalArgumentException if a cell has no flag
   */
  PairedRow(Party lost, List<Result> byCloud, ProtectedTable table) {
    this.lost = lost;
    this.table = table;
    this.oneMayLie = table.schema().withstandsLies();
    Cell[] next = IncompleteCells.cells(byCloud.get(lost.next().index()));
    Cell[] prev = IncompleteCells.cells(byCloud.get(lost.prev().index()));
    this.ofNext = unflagged(next);
    this.ofPrev = unflagged(prev);
    for (int n = 0, p = 0; n < next.length || p < prev.length; ) {
      int order =
          n == next.length ? 1 : p == prev.length ? -1 : ORDER.compareWithoutRow(next[n], prev[p]);
      if (order == 0) {
        boolean settled = isSettled(next[n], prev[p]);
        Cell cell = ofNext.rawCells()[n];
        Optional<Cell> third =
            protection(cell)
                .cellOf(lost, cell, ofPrev.rawCells()[p])
                .map(value -> ReplacedVersions.withValue(cell, value));
        versions.add(new Version(cell, third, settled && third.isPresent()));
      } else if (oneMayLie) {
        Cell alone = order < 0 ? ofNext.rawCells()[n] : ofPrev.rawCells()[p];
        versions.add(new Version(alone, Optional.empty(), false));
      }
      n += order <= 0 ? 1 : 0;
      p += order >= 0 ? 1 : 0;
    }
  }

  private boolean isSettled(Cell ofNext, Cell ofPrev) {
    boolean isOne = SettledFlag.isSettled(ofNext);
    boolean isOther = SettledFlag.isSettled(ofPrev);
    return oneMayLie ? isOne && isOther : isOne || isOther;
  }

  private static Result unflagged(Cell[] flagged) {
    Cell[] cells = new Cell[flagged.length];
    for (int i = 0; i < cells.length; i++) {
      // Also of one that the other cloud does not have: a cell without a flag is an error.
      SettledFlag.isSettled(flagged[i]);
      cells[i] = SettledFlag.off(flagged[i]);
    }
    return Result.create(cells);
  }

  /** A column that is not declared is refused where the three are put together. */
  private Protection protection(Cell cell) {
    return table
        .schema()
        .protectionOf(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))
        .orElse(Protection.PLAIN);
  }

  /** Cells of the versions that are known to be settled. */
  List<Cell> settled() {
    return versions.stream().filter(Version::settled).map(Version::cell).toList();
  }

  /** Whether the two have different writes at the coordinates of a cell. */
  boolean isContested(Cell version) {
    return versions.stream()
        .anyMatch(
            each -> each.ofLost().isEmpty() && ORDER.compareWithoutRow(each.cell(), version) == 0);
  }

  /** Whether both clouds have the version that a cell is of. */
  boolean has(Cell version) {
    return versions.stream()
        .anyMatch(
            each ->
                each.ofLost().isPresent()
                    && ORDER.compareWithoutRow(each.cell(), version) == 0
                    && CellUtil.matchingValue(each.cell(), version));
  }

  /**
   * The newest version on which the answer depends, and of which nobody knows whether the lost
   * cloud has it.
   *
   * @param wanted how many versions of each column are wanted
   * @param known whether a version, by a cell of it, has been found to be settled since
   */
  Optional<Cell> undecided(int wanted, Predicate<Cell> known) {
    Cell column = null;
    int complete = 0;
    for (Version version : versions) {
      Cell cell = version.cell();
      if (column == null || !CellUtil.matchingColumn(column, cell)) {
        column = cell;
        complete = 0;
      }
      if (isKnown(version, known)) {
        complete++;
      } else if (complete < Math.min(wanted, table.versions(CellUtil.cloneFamily(cell)))) {
        return Optional.of(cell);
      }
    }
    return Optional.empty();
  }

  /** The row of each cloud, the lost one's made of the versions that are settled. */
  List<Result> ofAllThree(Predicate<Cell> known) {
    Result ofLost =
        Result.create(
            versions.stream()
                .filter(version -> isKnown(version, known))
                .flatMap(version -> version.ofLost().stream())
                .toList());
    return table
        .placement()
        .ofEach(cloud -> cloud == lost ? ofLost : cloud == lost.next() ? ofNext : ofPrev);
  }

  private static boolean isKnown(Version version, Predicate<Cell> known) {
    return version.ofLost().isPresent() && (version.settled() || known.test(version.cell()));
  }
}

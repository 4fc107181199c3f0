package io.dartagnan.client.read;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * Versions of a row that some cloud returned and that are not complete, as far as they lie above
 * the complete ones that count. What lies below is left alone: clouds drop it each in its own time.
 */
final class IncompleteCells {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Comparator<Cell> BY_COORDINATES = ORDER::compareWithoutRow;

  private IncompleteCells() {}

  /**
   * Finds them.
   *
   * @param seen what the three clouds returned
   * @param whole what was put together of it
   * @param most how many complete versions of any column count
   * @param wanted how many of a cell's column do, at most as many
   * @return a cell of each version, in HBase's order; empty if there are none
   */
  static Result of(List<Result> seen, Result whole, int most, ToIntFunction<Cell> wanted) {
    Cell[] complete = cells(whole);
    TreeSet<Cell> incomplete = null;
    for (Result row : seen) {
      int next = 0;
      for (Cell cell : cells(row)) {
        while (next < complete.length && BY_COORDINATES.compare(complete[next], cell) < 0) {
          next++;
        }
        boolean isComplete =
            next < complete.length && BY_COORDINATES.compare(complete[next], cell) == 0;
        if (!isComplete && counts(cell, above(complete, next, cell), most, wanted)) {
          incomplete = incomplete == null ? new TreeSet<>(BY_COORDINATES) : incomplete;
          incomplete.add(cell);
        }
      }
    }
    return incomplete == null ? Result.EMPTY_RESULT : Result.create(List.copyOf(incomplete));
  }

  /** Most cells that are not among the complete ones lie below them, and end here at once. */
  private static boolean counts(Cell cell, int above, int most, ToIntFunction<Cell> wanted) {
    return above == 0 || above < most && above < wanted.applyAsInt(cell);
  }

  /** The number of complete versions of a cell's column that come before it. */
  private static int above(Cell[] complete, int end, Cell cell) {
    int above = 0;
    for (int i = end - 1; i >= 0 && CellUtil.matchingColumn(complete[i], cell); i--) {
      above++;
    }
    return above;
  }

  /** The cells of a row, of which an empty one has none. */
  static Cell[] cells(Result row) {
    return row.isEmpty() ? new Cell[0] : row.rawCells();
  }
}

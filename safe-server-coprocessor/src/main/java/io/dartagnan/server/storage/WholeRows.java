package io.dartagnan.server.storage;

import io.dartagnan.server.write.WrappedScanner.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Whole rows of a scanner that is read for a moment at a time. HBase stops wherever a moment ends,
 * in the middle of a row too, and does not say so: a row is whole once the next one has begun, or
 * none follows.
 */
final class WholeRows {
  private List<Cell> begun = List.of();
  private boolean isEnded;
  private boolean isIdle;

  /**
   * Reads on by one call, unless the scanner has ended.
   *
   * @return the cells of the row that is whole now; none if there is none
   */
  List<Cell> next(Step step) throws IOException {
    List<Cell> cells = new ArrayList<>();
    isEnded = isEnded || !step.next(cells);
    isIdle = cells.isEmpty() && !isEnded;
    if (isIdle) {
      return List.of();
    }
    if (!cells.isEmpty() && !begun.isEmpty() && CellUtil.matchingRows(begun.get(0), cells.get(0))) {
      begun.addAll(cells);
      return List.of();
    }
    List<Cell> whole = take();
    begun = cells;
    return whole;
  }

  /** The cells so far of the row that has begun; none if none has. */
  List<Cell> begun() {
    return begun;
  }

  /** Takes the row that has begun, for a caller that knows it to be whole. */
  List<Cell> take() {
    List<Cell> row = begun;
    begun = List.of();
    return row;
  }

  /** Copies what the row that has begun has so far: HBase may take back the blocks it lies in. */
  void detach() {
    DetachedCells.detach(begun);
  }

  /**
   * Whether the last call returned no cell and was not the end: HBase has reached a limit, or would
   * read on in another way once the call is over. To call again in this moment is in vain.
   */
  boolean isIdle() {
    return isIdle;
  }

  /** Whether the scanner has ended. The row that has begun is then whole. */
  boolean isEnded() {
    return isEnded;
  }

  /** Whether no row is left. */
  boolean isExhausted() {
    return isEnded && begun.isEmpty();
  }
}

package io.dartagnan.client.read;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * One row that two clouds are asked for again and again, until it is known of every version that
 * counts whether the lost cloud has it.
 *
 * <p>What is answered is the earliest of those readings that can be: a row that is written all the
 * time always has a newest version of which nothing is known yet, and a version of an earlier
 * reading that turned out settled was the newest complete one while the row was read. A reading is
 * given up when its version is there no longer: it was rolled back, or pushed out.
 */
final class PairReading {
  private final int wanted;
  private final NavigableSet<Cell> settled =
      new TreeSet<>(CellComparator.getInstance()::compareWithoutRow);
  private PairedRow row;

  /**
   * Nothing read yet.
   *
   * @param wanted how many versions of each column are wanted
   */
  PairReading(int wanted) {
    this.wanted = wanted;
  }

  /** Takes in one more reading. */
  void add(PairedRow again) {
    for (Cell version : again.settled()) {
      // A later write at the same timestamp takes the place of the earlier one.
      settled.remove(version);
      settled.add(version);
    }
    Optional<Cell> open = row == null ? Optional.empty() : undecided();
    if (row == null
        || open.filter(version -> row.isContested(version) || !again.has(version)).isPresent()) {
      row = again;
    }
  }

  /** The version of which nothing is known and on which the answer depends. */
  Optional<Cell> undecided() {
    return row.undecided(wanted, this::isKnown);
  }

  /** The row of each cloud; only once nothing is undecided. */
  List<Result> ofAllThree() {
    return row.ofAllThree(this::isKnown);
  }

  private boolean isKnown(Cell version) {
    Cell found = settled.floor(version);
    return found != null
        && CellComparator.getInstance().compareWithoutRow(found, version) == 0
        && CellUtil.matchingValue(found, version);
  }
}

package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/**
 * Columns of a row of which the newest version may not be known: those that some cloud has and of
 * which no version is complete, and those of which two clouds each show a version newer than the
 * complete ones that the other does not.
 *
 * <p>Either a write is under way or was left half-done, or the clouds were read at different times
 * and the column was written meanwhile, so often that the versions which one cloud showed are gone
 * from another. In the second case a version that was complete when the row was first asked for may
 * be among them: one cloud was read before it was overwritten, and another when it had dropped it,
 * though not yet one that is older still and lies in another file. The row tells which when it is
 * read again: what was left half-done stays the same.
 */
final class TornColumns {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Comparator<Cell> BY_COLUMN = DeepReconciliation.BY_COLUMN;

  private final NavigableSet<Cell> columns = new TreeSet<>(BY_COLUMN);
  private final List<List<Cell>> byCloud = new ArrayList<>();

  /**
   * Finds them.
   *
   * @param seen what the three clouds returned
   * @param whole what was put together of it
   */
  TornColumns(List<Result> seen, Result whole, ProtectedTable table) {
    seen.forEach(row -> columns.addAll(cells(row)));
    cells(whole).forEach(columns::remove);
    columns.addAll(crossed(seen, whole, table));
    seen.forEach(row -> byCloud.add(cells(row).stream().filter(columns::contains).toList()));
  }

  /** A version of a column, as one cloud shows it: there may be others at its timestamp. */
  private record Version(long timestamp, OptionalLong writeId) {}

  /** Cells of the columns with complete versions of which two clouds each show newer ones. */
  private static List<Cell> crossed(List<Result> seen, Result whole, ProtectedTable table) {
    NavigableMap<Cell, Cell> oldest = new TreeMap<>(BY_COLUMN);
    // Of each column the last one stays, which is the oldest.
    cells(whole).forEach(cell -> oldest.put(cell, cell));
    NavigableSet<Cell> complete = new TreeSet<>(ORDER::compareWithoutRow);
    complete.addAll(cells(whole));
    List<Cell> crossed = new ArrayList<>();
    for (Cell floor : oldest.values()) {
      List<Set<Version>> newer =
          table
              .placement()
              .ofEach(
                  cloud ->
                      cells(seen.get(cloud.index())).stream()
                          .filter(cell -> BY_COLUMN.compare(cell, floor) == 0)
                          .filter(cell -> cell.getTimestamp() > floor.getTimestamp())
                          .filter(cell -> !complete.contains(cell))
                          .map(cell -> new Version(cell.getTimestamp(), table.writeId(cell, cloud)))
                          .collect(Collectors.toSet()));
      if (areCrossed(newer)) {
        crossed.add(floor);
      }
    }
    return crossed;
  }

  /**
   * Whether two clouds each show one that the other does not. A write that some cloud lacks shows
   * on one side alone.
   */
  private static boolean areCrossed(List<Set<Version>> newer) {
    return newer.stream()
        .anyMatch(
            one ->
                newer.stream()
                    .anyMatch(other -> !one.containsAll(other) && !other.containsAll(one)));
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** A cell of the first column. */
  Cell first() {
    return columns.first();
  }

  /** Returns the clouds that did not show the very same cells of the same columns. */
  Set<Party> changedSince(TornColumns other) {
    return Party.ALL.stream()
        .filter(cloud -> cloud.index() < byCloud.size())
        .filter(cloud -> !areSame(byCloud.get(cloud.index()), other.byCloud.get(cloud.index())))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Party.class)));
  }

  private static boolean areSame(List<Cell> some, List<Cell> others) {
    if (some.size() != others.size()) {
      return false;
    }
    Iterator<Cell> each = others.iterator();
    return some.stream()
        .allMatch(
            cell -> {
              Cell other = each.next();
              return ORDER.compareWithoutRow(cell, other) == 0
                  && CellUtil.matchingValue(cell, other);
            });
  }

  private static List<Cell> cells(Result row) {
    return row.isEmpty() ? List.of() : List.of(row.rawCells());
  }
}

package io.dartagnan.client.read;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Reconciliation that asks for older versions where a cloud returned as many versions of a column
 * as it was asked for and too few of them are complete.
 *
 * <p>A further look asks for versions older than those already seen. HBase counts versions within
 * the time range that is asked for, so this reaches everything that is still stored, also beyond
 * the number of versions that a family keeps.
 *
 * <p>A column of which no version is complete is read again until one is, or all three clouds show
 * what they showed before: see {@link TornColumns}.
 */
public final class DeepReconciliation implements RowReconciler {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Comparator<Cell> BY_COLUMN =
      (a, b) -> {
        int byFamily = ORDER.compareFamilies(a, b);
        return byFamily != 0 ? byFamily : ORDER.compareQualifiers(a, b);
      };

  /** Further looks at one row; more half-written versions than they reach are not expected. */
  private static final int LOOKS = 8;

  /** Readings of a row anew; a column would have to be written all the time to need them. */
  private static final int READINGS = 64;

  /** Asks the three clouds; entry i holds what cloud i returned for each get. */
  @FunctionalInterface
  public interface Clouds {
    List<Result[]> get(List<Get> gets) throws IOException;

    /**
     * Asks for rows, or columns, of which a first answer did not have what counts: where writes
     * took each other's place at one timestamp, the answer has what is on all three clouds, if they
     * can be asked for it.
     */
    default List<Result[]> getAgain(List<Get> gets, ProtectedTable table) throws IOException {
      return get(gets);
    }

    /** Hears of versions of a row that are not on all three. */
    default void met(Result incomplete) {}
  }

  private final ProtectedTable table;
  private final int versions;
  private final Query asked;
  private final TimeRange time;
  private final Clouds clouds;
  private final Reconciliation reconciliation;
  private final List<QueryColumn> left;
  private final Predicate<Result> holds;

  private DeepReconciliation(
      ProtectedTable table,
      int versions,
      Query asked,
      TimeRange time,
      Clouds clouds,
      List<QueryColumn> left,
      Predicate<Result> holds) {
    this.table = table;
    this.versions = versions;
    this.asked = asked;
    this.time = time;
    this.clouds = clouds;
    this.left = List.copyOf(left);
    this.holds = holds;
    this.reconciliation = new Reconciliation(table, versions);
  }

  /** For the answer to a get. */
  public static DeepReconciliation of(Get get, ProtectedTable table, Clouds clouds) {
    return new DeepReconciliation(
        table, get.getMaxVersions(), get, get.getTimeRange(), clouds, List.of(), row -> true);
  }

  /** For the rows of a scan. */
  public static DeepReconciliation of(Scan scan, ProtectedTable table, Clouds clouds) {
    return new DeepReconciliation(
        table, scan.getMaxVersions(), scan, scan.getTimeRange(), clouds, List.of(), row -> true);
  }

  /**
   * The same without a further look at some columns: the clouds decided on what they returned of
   * them, and a value from further down may not match. A row of which they decided without a column
   * that some cloud has is read again like any other: it may never have been without.
   *
   * @param holds whether a row that is read again is still one that the clouds would return; it is
   *     left out if not
   */
  public DeepReconciliation leaving(List<QueryColumn> columns, Predicate<Result> holds) {
    return new DeepReconciliation(table, versions, asked, time, clouds, columns, holds);
  }

  @Override
  public Result reconcile(List<Result> byParty) throws IOException {
    Reconciliation.Outcome seen = reconciliation.outcome(byParty);
    if (seen.isAllComplete()) {
      return seen.whole();
    }
    Result whole = lookDown(byParty, seen.whole());
    TornColumns torn = new TornColumns(byParty, whole, table);
    if (torn.isEmpty()) {
      return whole;
    }
    Result again = left.isEmpty() ? again(torn) : leaving(List.of(), row -> true).again(torn);
    return again.isEmpty() || holds.test(again) ? again : Result.EMPTY_RESULT;
  }

  @Override
  public void passOver(Result row) {
    meet(row);
  }

  private void meet(Result incomplete) {
    if (!incomplete.isEmpty()) {
      clouds.met(incomplete);
    }
  }

  /** The row as it is read now: all of it, as a put changes several columns at once. */
  private Result again(TornColumns before) throws IOException {
    Get get = get(CellUtil.cloneRow(before.first()));
    TornColumns torn = before;
    for (int reading = 0; reading < READINGS; reading++) {
      List<Result[]> answers = clouds.getAgain(List.of(get), table);
      List<Result> seen = ofEach(cloud -> answers.get(cloud.index())[0]);
      Result whole = lookDown(seen, reconciliation.reconcile(seen));
      TornColumns stillTorn = new TornColumns(seen, whole, table);
      if (stillTorn.isEmpty() || stillTorn.isSameAs(torn)) {
        return whole;
      }
      torn = stillTorn;
    }
    throw new IOException(
        "%s is written faster than the three clouds can be read: no version was on all of them in %d readings; read it again"
            .formatted(Reconciliation.column(torn.first()), READINGS));
  }

  /** The get that asks each cloud for one row of what was asked. */
  public Get get(byte[] row) throws IOException {
    Get get = asked instanceof Scan scan ? OneRow.of(row, scan) : OneRow.of(row, (Get) asked);
    return table.settings().mark(get).readVersions(InnerVersions.withSlack(versions));
  }

  /** The row with versions that lie below those which the clouds returned, where these are few. */
  private Result lookDown(List<Result> byParty, Result found) throws IOException {
    Result whole = found;
    List<Result> seen = byParty;
    List<Result> latest = byParty;
    for (int look = 0; look < LOOKS; look++) {
      List<Get> older = older(latest, seen, whole);
      if (older.isEmpty()) {
        break;
      }
      List<Result[]> answers = clouds.getAgain(older, table);
      latest = ofEach(cloud -> merge(answers.get(cloud.index())));
      List<Result> before = seen;
      List<Result> more = latest;
      seen = ofEach(cloud -> merge(before.get(cloud.index()), more.get(cloud.index())));
      whole = reconciliation.reconcile(seen);
    }
    meet(IncompleteCells.of(seen, whole, versions, cell -> wanted(CellUtil.cloneFamily(cell))));
    return whole;
  }

  /** Gets for the columns whose answer may be older than what the clouds returned last. */
  private List<Get> older(List<Result> latest, List<Result> seen, Result whole) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Map.Entry<Cell, Long> column : cutOff(latest).entrySet()) {
      byte[] family = CellUtil.cloneFamily(column.getKey());
      byte[] qualifier = CellUtil.cloneQualifier(column.getKey());
      long oldest = asked.getColumnFamilyTimeRange().getOrDefault(family, time).getMin();
      // Two clouds: when one is lost, what it has follows from what the others returned.
      if (!isLeft(family, qualifier)
          && whole.getColumnCells(family, qualifier).size() < wanted(family)
          && seen.stream().filter(row -> row.containsColumn(family, qualifier)).count() > 1
          && oldest < column.getValue()) {
        Get get =
            new Get(CellUtil.cloneRow(column.getKey()))
                .addColumn(family, qualifier)
                .readVersions(InnerVersions.withSlack(wanted(family)))
                .setTimeRange(oldest, column.getValue());
        asked.getAttributesMap().forEach(get::setAttribute);
        gets.add(table.settings().mark(get));
      }
    }
    return gets;
  }

  /**
   * The columns of which a cloud may have more than it returned, and the oldest timestamp down to
   * which all clouds have returned everything.
   */
  private Map<Cell, Long> cutOff(List<Result> byParty) {
    Map<Cell, Long> columns = new TreeMap<>(BY_COLUMN);
    for (Result row : byParty) {
      Cell previous = null;
      int ofColumn = 0;
      for (Cell cell : row.isEmpty() ? new Cell[0] : row.rawCells()) {
        ofColumn = previous != null && CellUtil.matchingColumn(previous, cell) ? ofColumn + 1 : 1;
        previous = cell;
        if (ofColumn == InnerVersions.withSlack(wanted(CellUtil.cloneFamily(cell)))) {
          columns.merge(cell, cell.getTimestamp(), Math::max);
        }
      }
    }
    return columns;
  }

  private boolean isLeft(byte[] family, byte[] qualifier) {
    return left.stream()
        .anyMatch(
            column ->
                Arrays.equals(column.family(), family)
                    && Arrays.equals(column.qualifier(), qualifier));
  }

  private int wanted(byte[] family) {
    return Math.min(versions, table.versions(family));
  }

  private static Result merge(Result... parts) {
    TreeSet<Cell> cells = new TreeSet<>(ORDER::compareWithoutRow);
    for (Result part : parts) {
      if (!part.isEmpty()) {
        cells.addAll(List.of(part.rawCells()));
      }
    }
    return Result.create(List.copyOf(cells));
  }

  private static List<Result> ofEach(Function<Party, Result> part) {
    return Party.ALL.stream().map(part).toList();
  }
}

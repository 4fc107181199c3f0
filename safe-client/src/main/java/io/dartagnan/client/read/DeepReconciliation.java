package io.dartagnan.client.read;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
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
 * what they showed before: see {@link TornColumns}. Of versions that two clouds have and the third
 * lacks, the clouds are asked what became of them: see {@link DisputedVersions}.
 */
public final class DeepReconciliation implements RowReconciler {
  private static final CellComparator ORDER = CellComparator.getInstance();
  static final Comparator<Cell> BY_COLUMN =
      (a, b) -> {
        int byFamily = ORDER.compareFamilies(a, b);
        return byFamily != 0 ? byFamily : ORDER.compareQualifiers(a, b);
      };

  /** Most versions of a column that one further look asks for; each asks for twice as many. */
  private static final int MOST_VERSIONS = 512;

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

    /** Hears of a row of which a cloud lacks versions that the two others have. */
    default void lost(byte[] row, Party cloud) {}

    /**
     * Whether a write depends on what is read: then a delete is waited for that only one cloud has
     * done, which could be neither before nor after that write.
     */
    default boolean decides() {
      return false;
    }

    /** Whether it is three clouds that answer, and not two for all. */
    default boolean areThree() {
      return true;
    }
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

  /**
   * Puts an answer together.
   *
   * @param get the application's, which may have a filter or ask for existence only
   * @param byParty what party 0, 1 and 2 returned for {@link ReadPlan#of(Get, ProtectedTable)}
   * @throws IOException if the parts do not belong together, or the filter fails
   */
  public static Result answer(Get get, ProtectedTable table, List<Result> byParty, Clouds clouds)
      throws IOException {
    if (ReadPlan.isJudged(get)) {
      Result row = of(ReadPlan.of(get, table), table, clouds).reconcile(byParty);
      return JudgedGet.answer(get, table, row);
    }
    Result row = of(get, table, clouds).reconcile(byParty);
    return get.isCheckExistenceOnly() ? Result.create(new Cell[0], !row.isEmpty(), false) : row;
  }

  @Override
  public Result reconcile(List<Result> byParty) throws IOException {
    Reconciliation.Outcome seen = reconciliation.outcome(byParty);
    if (seen.isAllComplete()) {
      // The clouds do not compute with what one of them was given: they left the verdict to this.
      return seen.isUnjudged() ? judged(seen.whole()) : seen.whole();
    }
    Looked looked = lookDown(byParty, seen.whole());
    TornColumns torn = new TornColumns(byParty, looked.whole(), table);
    if (torn.isEmpty() && disputed(looked).isEmpty()) {
      return looked.whole();
    }
    DeepReconciliation all = left.isEmpty() ? this : leaving(List.of(), row -> true);
    if (!torn.isEmpty()) {
      looked = all.again(CellUtil.cloneRow(torn.first()), torn);
    } else if (!left.isEmpty()) {
      // The clouds decided on older versions of these columns.
      looked = all.again(CellUtil.cloneRow(disputed(looked).first()), torn);
    }
    return judged(all.decided(looked));
  }

  private Result judged(Result whole) {
    return whole.isEmpty() || holds.test(whole) ? whole : Result.EMPTY_RESULT;
  }

  @Override
  public Result reconcileRows(List<CloudRow> byParty) throws IOException {
    Result alike = reconciliation.ofAlike(byParty);
    return alike == null ? RowReconciler.super.reconcileRows(byParty) : alike;
  }

  /** What the clouds showed of a row, with further looks, and what was put together of it. */
  record Looked(List<Result> seen, Result whole) {}

  private DisputedVersions disputed(Looked looked) {
    return clouds.areThree()
        ? DisputedVersions.of(looked, table, versions, this::wanted)
        : DisputedVersions.NONE;
  }

  /** The row once it is known of every version that counts what became of it. */
  private Result decided(Looked begun) throws IOException {
    long begin = System.nanoTime();
    long deadline = begin + DisputedVersions.WITHIN.toNanos();
    DisputedVersions.Answer before = null;
    RetryPolicy pauses = DisputedVersions.pauses();
    int readings = 0; // in a row, each because something had changed
    Looked looked = begun;
    DisputedVersions.Lost lost = null;
    Map<Cell, Party> hidden = Map.of();
    DisputedVersions disputed = disputed(looked);
    while (!disputed.isEmpty()) {
      byte[] row = CellUtil.cloneRow(disputed.first());
      DisputedVersions.Answer answer = disputed.ask(clouds, readings, hidden);
      hidden = answer.hidden();
      if (table.schema().withstandsLies()
          && answer.isOfAnother(before)
          && System.nanoTime() - begin < DisputedVersions.LONGEST.toNanos()) {
        deadline = System.nanoTime() + DisputedVersions.WITHIN.toNanos();
      }
      before = answer;
      // What has gone, or come, meanwhile was not on all clouds when the last of them was asked.
      if (answer.lost() != null) {
        answer.lost().throwIfSince(lost);
      }
      boolean waits = answer.lost() != null || answer.isUndecided();
      if (waits || (answer.changed() && readings < DisputedVersions.READINGS)) {
        if (waits) {
          lost = answer.lost() == null ? lost : answer.lost();
          answer.throwIfOver(deadline, pauses);
        }
        looked = again(row, new TornColumns(looked.seen(), looked.whole(), table));
        // What changes after a wait may hide what was waited for, and all that was seen with it.
        readings = waits ? 0 : readings + 1;
        disputed = disputed(looked);
        continue;
      }
      if (answer.held().isEmpty()) {
        break;
      }
      List<Result> filled = new ArrayList<>(looked.seen());
      answer
          .held()
          .forEach(
              (cloud, cells) ->
                  filled.set(
                      cloud.index(), merge(Result.create(cells), filled.get(cloud.index()))));
      return reconciliation.reconcile(filled);
    }
    return looked.whole();
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
  private Looked again(byte[] row, TornColumns before) throws IOException {
    TornColumns torn = before;
    Set<Party> always = EnumSet.allOf(Party.class);
    for (int reading = 0; reading < READINGS; reading++) {
      List<Result[]> answers = clouds.getAgain(List.of(get(row)), table);
      List<Result> seen = table.placement().ofEach(cloud -> answers.get(cloud.index())[0]);
      Looked looked = lookDown(seen, reconciliation.reconcile(seen));
      TornColumns stillTorn = new TornColumns(looked.seen(), looked.whole(), table);
      Set<Party> changed = stillTorn.changedSince(torn);
      if (stillTorn.isEmpty() || changed.isEmpty()) {
        return looked;
      }
      always.retainAll(changed);
      torn = stillTorn;
    }
    throw new IOException(
        "%s is written faster than the three clouds can be read: no version was on all of them in %d readings%s; read it again"
            .formatted(
                Reconciliation.column(torn.first()),
                READINGS,
                always.size() == 1
                    ? ", and cloud %d alone showed something else in each"
                        .formatted(always.iterator().next().index())
                    : ""));
  }

  /** The get that asks each cloud for one row of what was asked. */
  public Get get(byte[] row) throws IOException {
    Get get =
        asked instanceof Scan scan ? ReadPlan.ofRow(row, scan) : ReadPlan.ofRow(row, (Get) asked);
    return table.settings().mark(get).readVersions(InnerVersions.withSlack(versions));
  }

  /** The row with versions that lie below those which the clouds returned, where these are few. */
  private Looked lookDown(List<Result> byParty, Result found) throws IOException {
    Result whole = found;
    List<Result> seen = byParty;
    Map<Cell, Long> cutOff = cutOff(byParty, cell -> InnerVersions.withSlack(wanted(cell)));
    int slack = InnerVersions.SLACK;
    while (true) {
      slack = Math.min(2 * slack, MOST_VERSIONS);
      int more = slack;
      ToIntFunction<Cell> asked = cell -> Math.max(more, InnerVersions.withSlack(wanted(cell)));
      List<Get> older = older(cutOff, seen, whole, asked);
      if (older.isEmpty()) {
        break;
      }
      List<Result[]> answers = clouds.getAgain(older, table);
      List<Result> latest = table.placement().ofEach(cloud -> merge(answers.get(cloud.index())));
      cutOff = cutOff(latest, asked);
      List<Result> before = seen;
      seen =
          table
              .placement()
              .ofEach(cloud -> merge(before.get(cloud.index()), latest.get(cloud.index())));
      whole = reconciliation.reconcile(seen);
    }
    meet(IncompleteCells.of(seen, whole, versions, this::wanted));
    return new Looked(seen, whole);
  }

  /** Gets for the columns whose answer may be older than what the clouds returned last. */
  private List<Get> older(
      Map<Cell, Long> cutOff, List<Result> seen, Result whole, ToIntFunction<Cell> versionsAsked)
      throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Map.Entry<Cell, Long> column : cutOff.entrySet()) {
      byte[] family = CellUtil.cloneFamily(column.getKey());
      byte[] qualifier = CellUtil.cloneQualifier(column.getKey());
      long oldest = asked.getColumnFamilyTimeRange().getOrDefault(family, time).getMin();
      // A quorum: when one is lost, what it has follows from what the others returned.
      if (!isLeft(family, qualifier)
          && whole.getColumnCells(family, qualifier).size() < wanted(column.getKey())
          && seen.stream().filter(row -> row.containsColumn(family, qualifier)).count()
              >= table.placement().quorum()
          && oldest < column.getValue()) {
        Get get =
            new Get(CellUtil.cloneRow(column.getKey()))
                .addColumn(family, qualifier)
                .readVersions(versionsAsked.applyAsInt(column.getKey()))
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
   *
   * @param versionsAsked how many versions of a cell's column each was asked for
   */
  private static Map<Cell, Long> cutOff(List<Result> byParty, ToIntFunction<Cell> versionsAsked) {
    Map<Cell, Long> columns = new TreeMap<>(BY_COLUMN);
    for (Result row : byParty) {
      Cell previous = null;
      int ofColumn = 0;
      for (Cell cell : IncompleteCells.cells(row)) {
        ofColumn = previous != null && CellUtil.matchingColumn(previous, cell) ? ofColumn + 1 : 1;
        previous = cell;
        if (ofColumn == versionsAsked.applyAsInt(cell)) {
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

  private int wanted(Cell cell) {
    return Math.min(versions, table.versions(CellUtil.cloneFamily(cell)));
  }

  private static Result merge(Result... parts) {
    TreeSet<Cell> cells = new TreeSet<>(ORDER::compareWithoutRow);
    for (Result part : parts) {
      cells.addAll(List.of(IncompleteCells.cells(part)));
    }
    return Result.create(List.copyOf(cells));
  }
}

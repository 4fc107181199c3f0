package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.rpc.SealedCells;
import io.dartagnan.client.rpc.SingleAttempts;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Transactions on rows of one cluster, which cannot read sealed values: HBase's own {@code
 * checkAndMutate} does the writes if the row still stores what was read, and else it is read and
 * decided anew.
 *
 * <p>The cluster gives the timestamps; the one that {@link #run} returns is this client's time.
 */
final class ClusterTransaction implements RowTransaction {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterTransaction.class);

  /** Also cells whose timestamps an application gave. */
  private static final long OF_ALL_TIME = HConstants.LATEST_TIMESTAMP - 1;

  /** Failures of a request that was not begun. */
  private static final Set<Class<? extends IOException>> UNDONE =
      Set.of(
          ServerNotRunningYetException.class,
          RegionServerStoppedException.class,
          RegionServerAbortedException.class,
          RegionTooBusyException.class,
          CallQueueTooBigException.class,
          CallDroppedException.class,
          FailedServerException.class,
          ConnectException.class);

  /** How many versions of a column HBase shows to the filter of a condition. */
  private static final int SHOWN_VERSIONS = 2;

  private final CloudTables tables;
  private final SingleAttempts attempts;
  private final TableCatalogue catalogue;
  private final TableName name;

  /** For rows of one table. The tables stay the caller's to close. */
  ClusterTransaction(
      CloudTables tables, SingleAttempts attempts, TableCatalogue catalogue, TableName name) {
    this.attempts = attempts;
    this.tables = tables;
    this.catalogue = catalogue;
    this.name = name;
  }

  @Override
  public void run(List<Mutation> writes) throws IOException {
    cluster().mutateRow(sealed(new SealedCells(catalogue.get(name)), writes));
  }

  @Override
  public OptionalLong run(Get read, IOFunction<Result, List<Mutation>> decision)
      throws IOException {
    long withinMs = tables.operationTimeout(TimeUnit.MILLISECONDS);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    // What lies below the newest versions is guarded with the whole row.
    Get asked = read.getMaxVersions() > 1 ? new Get(read.getRow()).readAllVersions() : read;
    RowKeys.copyMark(read, asked);
    Pause pause = new Pause();
    Optional<byte[]> momentaryIn = Optional.empty();
    try {
      do {
        ProtectedTable table = catalogue.get(name);
        table.rowKeys().requireOf(asked);
        SealedCells cells = new SealedCells(table);
        Result stored = cluster().get(asked);
        List<Mutation> writes = decision.apply(cells.opened(stored));
        Optional<String> keys = table.keys();
        if (writes.isEmpty()) {
          if (table.rowKeys().areSealed()) {
            requireStill(catalogue, tables, table, keys, asked.getRow(), List.of());
          }
          return OptionalLong.empty();
        }
        RowMutations sealed = sealed(cells, writes);
        if (momentaryIn.isPresent()) {
          sealed.add(List.of(SealedCells.withoutMomentary(asked.getRow(), momentaryIn.get())));
        }
        boolean isWhole = !asked.hasFamilies();
        boolean isUnguarded = stored.isEmpty() && (isWhole || !asksForOneColumn(asked));
        if (!(isUnguarded && isWhole) && isDone(guard(asked, stored, table).build(sealed))) {
          momentaryIn = Optional.empty();
          requireStill(catalogue, tables, table, keys, asked.getRow(), List.of(asked));
          return OptionalLong.of(WriteClock.PROCESS.now());
        }
        if (isUnguarded) {
          // HBase lets no filter pass a row without cells: of such a one it can be asked whether it
          // lacks a column, and not whether it lacks several.
          momentaryIn = Optional.of(table.families().iterator().next());
          cluster().put(SealedCells.momentary(asked.getRow(), momentaryIn.get()));
        }
        pause.take();
      } while (System.nanoTime() - deadline < 0);
    } finally {
      if (momentaryIn.isPresent()) {
        withdraw(SealedCells.withoutMomentary(asked.getRow(), momentaryIn.get()));
      }
    }
    throw new RetriesExhaustedException(
        "others changed the row at every attempt for %d ms; nothing was done, do it again"
            .formatted(withinMs));
  }

  /**
   * Refuses to say that what was sealed is written, where nobody can open it. Rows whose keys are
   * sealed are taken away again, since nobody could read the table.
   *
   * @param table by which it was
   * @param keys under which it was, as {@link ProtectedTable#keys} said before
   * @param row of a call that was carried out; all regions of a table that was made anew are others
   * @param written what wrote rows
   */
  static void requireStill(
      TableCatalogue catalogue,
      CloudTables tables,
      ProtectedTable table,
      Optional<String> keys,
      byte[] row,
      List<? extends Row> written)
      throws IOException {
    TableName name = tables.on(Party.P0).getName();
    if (!catalogue.isStill(name, keys, tables.regionOf(row))) {
      if (table.rowKeys().areSealed()) {
        List<Delete> rows = new ArrayList<>();
        written.forEach(each -> rows.add(new Delete(each.getRow(), OF_ALL_TIME)));
        tables.on(Party.P0).delete(rows);
        throw FamilySettings.refusal(
            "table %s was made anew, and its row keys are encrypted otherwise".formatted(name));
      }
      throw new DoNotRetryIOException(
          "table %s was made anew by somebody else, and what was just written to row %s is sealed under keys that it no longer has: write it again"
              .formatted(name, Bytes.toStringBinary(row)));
    }
  }

  /** Whatever comes of it: the cell goes by itself. */
  private void withdraw(Delete momentary) {
    try {
      cluster().delete(momentary);
    } catch (IOException e) {
      LOG.debug("a momentary cell of table {} was not deleted", name, e);
    }
  }

  /**
   * Makes an attempt, which HBase's client does not repeat: after a lost answer it would be done
   * twice.
   *
   * @return false if it was not done
   * @throws IOException also if that is not known
   */
  private boolean isDone(CheckAndMutate attempt) throws IOException {
    try (Table once = attempts.like(cluster())) {
      return once.checkAndMutate(attempt).isSuccess();
    } catch (IOException e) {
      if (isUndone(e)) {
        return false;
      }
      if (CloudFailures.isAnswer(e)) {
        throw e;
      }
      throw CloudFailures.withFate(
          e, "the row may have been changed or not, and the change was not sent again");
    }
  }

  /** Whether the request did not come to its region, or that did not take it up. */
  private static boolean isUndone(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (UNDONE.stream().anyMatch(cause.getClass()::equals)
          || cause instanceof NotServingRegionException
          || cause instanceof RetriesExhaustedWithDetailsException several
              && several.getCauses() != null
              && several.getCauses().stream().allMatch(ClusterTransaction::isUndone)) {
        return true;
      }
    }
    return false;
  }

  private Table cluster() {
    return tables.on(Party.P0);
  }

  private static RowMutations sealed(SealedCells cells, List<Mutation> writes) throws IOException {
    return cells.sealed(RowMutations.of(writes));
  }

  /** The condition that the row stores what was read of it. */
  private static CheckAndMutate.Builder guard(Get read, Result stored, ProtectedTable table) {
    List<Filter> conditions = new ArrayList<>();
    CheckAndMutate.Builder guard = CheckAndMutate.newBuilder(read.getRow());
    if (!read.hasFamilies()) {
      addWhole(stored, table, conditions);
      return guard.ifMatches(new FilterList(conditions));
    }
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : read.getFamilyMap().entrySet()) {
      for (byte[] qualifier : family.getValue()) {
        Cell newest = stored.getColumnLatestCell(family.getKey(), qualifier);
        if (asksForOneColumn(read)) {
          // Then HBase gives what is written no lower timestamp than that column has.
          return newest == null
              ? guard.ifNotExists(family.getKey(), qualifier)
              : guard.ifEquals(family.getKey(), qualifier, CellUtil.cloneValue(newest));
        }
        conditions.add(newest == null ? isAbsent(family.getKey(), qualifier) : isNewest(newest));
      }
    }
    return guard.ifMatches(new FilterList(conditions));
  }

  private static boolean asksForOneColumn(Get read) {
    return read.numFamilies() == 1 && read.getFamilyMap().values().iterator().next().size() == 1;
  }

  /**
   * Adds that the two newest versions of each column are there that were read, and that there are
   * no others; further ones HBase does not show to a condition's filter.
   *
   * @param stored with one cell at least
   */
  private static void addWhole(Result stored, ProtectedTable table, List<Filter> conditions) {
    List<Filter> known = new ArrayList<>();
    for (Cell cell : stored.rawCells()) {
      if (stored
              .getColumnCells(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))
              .indexOf(cell)
          < SHOWN_VERSIONS) {
        conditions.add(isThere(cell));
      }
      known.add(
          new FilterList(
              new QualifierFilter(
                  CompareOperator.EQUAL, new BinaryComparator(CellUtil.cloneQualifier(cell))),
              new ValueFilter(
                  CompareOperator.EQUAL, new BinaryComparator(CellUtil.cloneValue(cell))),
              new TimestampsFilter(List.of(cell.getTimestamp()))));
      // A FamilyFilter passes over the rest of a row: the same in other families.
      for (byte[] other : table.families()) {
        if (stored.getColumnLatestCell(other, CellUtil.cloneQualifier(cell)) == null) {
          conditions.add(isAbsent(other, CellUtil.cloneQualifier(cell)));
        }
      }
    }
    conditions.add(new SkipFilter(new FilterList(FilterList.Operator.MUST_PASS_ONE, known)));
  }

  private static Filter isNewest(Cell read) {
    return hasValueOf(read, true);
  }

  /** Whether any version of the column has the value. */
  private static Filter isThere(Cell read) {
    return hasValueOf(read, false);
  }

  private static Filter hasValueOf(Cell read, boolean newest) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            CellUtil.cloneFamily(read),
            CellUtil.cloneQualifier(read),
            CompareOperator.EQUAL,
            new BinaryComparator(CellUtil.cloneValue(read)));
    filter.setFilterIfMissing(true);
    filter.setLatestVersionOnly(newest);
    return filter;
  }

  /** No value is less than the empty one, so that a row with the column does not pass. */
  private static Filter isAbsent(byte[] family, byte[] qualifier) {
    return new SingleColumnValueFilter(
        family, qualifier, CompareOperator.LESS, new BinaryComparator(HConstants.EMPTY_BYTE_ARRAY));
  }
}

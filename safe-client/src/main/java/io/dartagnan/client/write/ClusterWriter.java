package io.dartagnan.client.write;

import io.dartagnan.client.read.ClusterGets;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.SealedCells;
import io.dartagnan.client.rpc.SingleAttempts;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writer of one table that is on one cluster. HBase does what it is asked, with sealed values; what
 * depends on a sealed value is a {@link ClusterTransaction}.
 */
public final class ClusterWriter implements RowWriter {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWriter.class);
  private static final String CLIENT = "the client";
  private static final String ANEW =
      "table {} was made anew by somebody else; what was written under the keys of the one before is written again";

  private final CloudTables tables;
  private final TableCatalogue catalogue;
  private final TableName name;
  private final AtomicOperations atomic;
  private final int maxCellBytes;

  /**
   * A writer.
   *
   * @param tables stay the caller's to close
   * @param attempts for what is not to be done twice
   * @param maxCellBytes the largest cell, as the application gives it; 0 or less means any
   */
  public ClusterWriter(
      CloudTables tables,
      TableCatalogue catalogue,
      TableName name,
      SingleAttempts attempts,
      int maxCellBytes) {
    this.maxCellBytes = maxCellBytes;
    this.tables = tables;
    this.catalogue = catalogue;
    this.name = name;
    this.atomic =
        new AtomicOperations(
            new ClusterTransaction(tables, attempts, catalogue, name), catalogue, name);
  }

  private Table cluster() {
    return tables.on(Party.P0);
  }

  private SealedCells cells() throws IOException {
    return new SealedCells(catalogue.get(name));
  }

  @Override
  public void check(List<? extends Mutation> writes) throws IOException {
    SealedCells cells = cells();
    for (Mutation write : writes) {
      if (write instanceof Put put) {
        requireCells(put);
      }
      cells.sealed(write);
    }
  }

  /** Refuses what HBase's own client refuses, by the sizes that the application knows. */
  private void requireCells(Put put) {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      cells.forEach(cell -> WriteSplitter.requireSize(maxCellBytes, cell.getSerializedSize()));
    }
  }

  @Override
  public void write(Mutation write) throws IOException {
    ProtectedTable table = catalogue.get(name);
    // Before: others may learn of new keys meanwhile.
    Optional<String> keys = table.keys();
    SealedCells cells = new SealedCells(table);
    Mutation sealed = cells.sealed(write);
    if (!(sealed instanceof Put)) {
      cluster().delete((Delete) sealed);
      requireStill(table, keys, write, cells);
      return;
    }
    cluster().put((Put) sealed);
    if (table.rowKeys().areSealed()) {
      requireStill(table, keys, write, cells);
    } else if (keys.isPresent()
        && !catalogue.isStill(name, keys, tables.regionOf(write.getRow()))) {
      LOG.warn(ANEW, name);
      cluster().put((Put) cells().sealed(write));
    }
  }

  /** Whether values were sealed here for it, and not by a {@link ClusterTransaction}. */
  private static boolean isOwn(Row action, ProtectedTable table, SealedCells cells) {
    return (table.rowKeys().areSealed() || seals(action, cells)) && !dependsOnSealed(action, cells);
  }

  /** Refuses as that does, which has done so for what is its own. */
  private void requireStill(
      ProtectedTable table, Optional<String> keys, Row written, SealedCells cells)
      throws IOException {
    if (isOwn(written, table, cells)) {
      ClusterTransaction.requireStill(
          catalogue, tables, table, keys, written.getRow(), List.of(written));
    }
  }

  @Override
  public Result change(Row action) throws IOException {
    ProtectedTable table = catalogue.get(name);
    Optional<String> keys = table.keys();
    SealedCells cells = new SealedCells(table);
    Result result = change(action, cells);
    requireStill(table, keys, action, cells);
    return result;
  }

  private Result change(Row action, SealedCells cells) throws IOException {
    if (action instanceof Mutation mutation) {
      cells.sealed(mutation);
    }
    if (dependsOnSealed(action, cells)) {
      return atomic.change(action);
    }
    if (action instanceof Increment increment) {
      return cluster().increment(increment);
    }
    return action instanceof Append append
        ? cluster().append(append)
        : cluster().mutateRow(cells.sealed((RowMutations) action));
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    ProtectedTable table = catalogue.get(name);
    Optional<String> keys = table.keys();
    SealedCells cells = new SealedCells(table);
    require(operation, cells);
    CheckAndMutateResult result =
        dependsOnSealed(operation, cells)
            ? atomic.checkAndMutate(operation)
            : cluster().checkAndMutate(cells.sealed(operation));
    if (result.isSuccess() || table.rowKeys().areSealed()) {
      requireStill(table, keys, operation, cells);
    }
    return result;
  }

  private static void require(CheckAndMutate operation, SealedCells cells) throws IOException {
    if (!operation.hasFilter()) {
      byte[] qualifier = operation.getQualifier();
      cells.require(
          operation.getFamily(), qualifier == null ? HConstants.EMPTY_BYTE_ARRAY : qualifier);
    }
  }

  /** Whether it writes sealed values. */
  private static boolean seals(Row action, SealedCells cells) {
    if (action instanceof CheckAndMutate check) {
      return seals(check.getAction(), cells);
    }
    return mutations(action)
        .filter(each -> !(each instanceof Delete))
        .anyMatch(each -> isOnSealed(each, cells));
  }

  private static Stream<? extends Mutation> mutations(Row action) {
    return action instanceof RowMutations several
        ? several.getMutations().stream()
        : Stream.of(action).filter(Mutation.class::isInstance).map(Mutation.class::cast);
  }

  private static boolean isOnSealed(Mutation mutation, SealedCells cells) {
    return mutation.getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .anyMatch(
            cell -> cells.isSealed(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)));
  }

  /** Whether the cluster would have to read sealed values for it. */
  private static boolean dependsOnSealed(Row action, SealedCells cells) {
    if (action instanceof CheckAndMutate check) {
      return check.hasFilter()
          || cells.isSealed(
              check.getFamily(),
              check.getQualifier() == null ? HConstants.EMPTY_BYTE_ARRAY : check.getQualifier())
          || dependsOnSealed(check.getAction(), cells);
    }
    return mutations(action)
        .filter(each -> each instanceof Increment || each instanceof Append)
        .anyMatch(each -> isOnSealed(each, cells));
  }

  /**
   * {@inheritDoc} What the cluster does by itself goes in as few batches as may be, and between
   * them, one after the other, what depends on sealed values.
   */
  @Override
  public void batch(List<? extends Row> actions, ProtectedTable table, Object[] results)
      throws IOException {
    Optional<String> keys = table.keys();
    Batch batch = new Batch(table, actions, results);
    batch.carryOut();
    batch.requireStill(keys);
    if (!batch.causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(batch.causes, batch.rows, batch.servers);
    }
  }

  private final class Batch {
    private final ProtectedTable table;
    private final SealedCells cells;
    private final List<? extends Row> actions;
    private final Object[] results;
    private final List<Row> sent = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> servers = new ArrayList<>();

    Batch(ProtectedTable table, List<? extends Row> actions, Object[] results) {
      this.table = table;
      this.cells = new SealedCells(table);
      this.actions = actions;
      this.results = results;
    }

    void carryOut() throws IOException {
      List<Row> sealed = new ArrayList<>(actions.size());
      // What is refused is so before any of it is sent.
      for (int i = 0; i < actions.size(); i++) {
        sealed.add(sealed(i));
      }
      for (int i = 0; i < sealed.size(); i++) {
        if (sealed.get(i) != null) {
          sent.add(sealed.get(i));
          places.add(i);
        } else if (results[i] == null) {
          send();
          alone(i);
        }
      }
      send();
    }

    /** Fails what was done under keys that the table no longer has. */
    void requireStill(Optional<String> keys) {
      List<Integer> own = new ArrayList<>();
      List<Row> written = new ArrayList<>();
      for (int i = 0; i < results.length; i++) {
        Row action = actions.get(i);
        if (isOwn(action, table, cells) && !(results[i] instanceof Throwable)) {
          own.add(i);
          if (!(action instanceof Get)) {
            written.add(action);
          }
        }
      }
      if (own.isEmpty()) {
        return;
      }
      byte[] row = actions.get(own.get(0)).getRow();
      try {
        ClusterTransaction.requireStill(catalogue, tables, table, keys, row, written);
      } catch (IOException e) {
        own.forEach(i -> fail(i, e, CLIENT));
      }
    }

    /** An action as the cluster gets it; null if it does not, or has failed. */
    private Row sealed(int i) throws IOException {
      Row action = actions.get(i);
      results[i] = null;
      try {
        if (action instanceof Get get) {
          ReadPlan.requireColumns(get.getFamilyMap(), table);
          return ClusterGets.stored(get);
        }
        if (action instanceof CheckAndMutate check) {
          require(check, cells);
        }
        if (dependsOnSealed(action, cells)) {
          return null;
        }
        if (action instanceof CheckAndMutate check) {
          return cells.sealed(check);
        }
        return action instanceof RowMutations several
            ? cells.sealed(several)
            : cells.sealed((Mutation) action);
      } catch (NoSuchColumnFamilyException e) {
        fail(i, AtomicOperations.ofServer(e), CLIENT);
        return null;
      }
    }

    private Object answer(Row action, Object stored) throws IOException {
      if (!(stored instanceof Result row)) {
        return stored;
      }
      return action instanceof Get get ? ClusterGets.answer(get, table, row) : cells.opened(row);
    }

    private void fail(int i, Throwable failure, String server) {
      results[i] = failure;
      causes.add(failure);
      rows.add(actions.get(i));
      servers.add(server);
    }

    private void alone(int i) {
      try {
        results[i] = atomic.carryOut(actions.get(i));
      } catch (IOException | RuntimeException e) {
        fail(i, e, CLIENT);
      }
    }

    private void send() throws IOException {
      Object[] own = new Object[sent.size()];
      Map<Row, String> failedAt = new IdentityHashMap<>();
      try {
        if (!sent.isEmpty()) {
          cluster().batch(sent, own);
        }
      } catch (RetriesExhaustedWithDetailsException e) {
        for (int k = 0; k < e.getNumExceptions(); k++) {
          failedAt.put(e.getRow(k), e.getHostnamePort(k));
        }
      } catch (IOException e) {
        Arrays.fill(own, e);
      } catch (InterruptedException e) {
        throw CloudFailures.interrupted(
            "interrupted while a batch was sent; what of it is done is not known", e);
      }
      for (int k = 0; k < own.length; k++) {
        int i = places.get(k);
        try {
          if (own[k] instanceof Throwable failure) {
            fail(i, failure, failedAt.getOrDefault(sent.get(k), "the cluster"));
          } else {
            results[i] = answer(actions.get(i), own[k]);
          }
        } catch (IOException e) {
          fail(i, e, CLIENT);
        }
      }
      sent.clear();
      places.clear();
    }
  }
}

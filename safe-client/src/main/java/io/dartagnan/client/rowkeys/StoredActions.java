package io.dartagnan.client.rowkeys;

import io.dartagnan.client.read.JudgedGet;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowActions;
import io.dartagnan.client.rpc.RowKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
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
import org.apache.hadoop.hbase.util.Bytes;

/** The actions on one table by the row keys that its clouds store, and their results. */
public final class StoredActions {
  private static final String CLIENT = "the client";

  private final ProtectedTable table;
  private final RowKeys keys;

  /** A batch of gets and writes, carried out below. */
  @FunctionalInterface
  public interface Batch {
    /**
     * Carries out actions by stored row keys, and fills in the result of each.
     *
     * @return false if it is not the way to do them; then nothing was done
     */
    boolean carryOut(List<? extends Row> actions, Object[] results) throws IOException;
  }

  /** Translates actions on a table. */
  public StoredActions(ProtectedTable table) {
    this.table = table;
    this.keys = table.rowKeys();
  }

  /** Returns the answer to a get. */
  public Result get(Get get, IOFunction<Get, Result> stored) throws IOException {
    return keys.areSealed() ? answer(get, stored.apply(stored(get))) : stored.apply(get);
  }

  /**
   * Carries out a batch.
   *
   * @param results gets the result of each action, or what it failed with
   * @return false if it was not carried out
   * @throws RetriesExhaustedWithDetailsException naming the actions that failed
   */
  public boolean batch(List<? extends Row> actions, Object[] results, Batch batch)
      throws IOException {
    if (!keys.areSealed()) {
      return batch.carryOut(actions, results);
    }
    List<Row> stored = new ArrayList<>(actions.size());
    for (Row action : actions) {
      stored.add(stored(action));
    }
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    try {
      if (!batch.carryOut(stored, results)) {
        return false;
      }
    } catch (RetriesExhaustedWithDetailsException e) {
      Map<Row, Row> given = new IdentityHashMap<>();
      for (int i = 0; i < actions.size(); i++) {
        given.put(stored.get(i), actions.get(i));
      }
      for (int i = 0; i < e.getNumExceptions(); i++) {
        causes.add(e.getCause(i));
        failed.add(given.getOrDefault(e.getRow(i), e.getRow(i)));
        servers.add(e.getHostnamePort(i));
      }
    }
    for (int i = 0; i < results.length; i++) {
      try {
        results[i] = answer(actions.get(i), results[i]);
      } catch (IOException e) {
        results[i] = e;
        causes.add(e);
        failed.add(actions.get(i));
        servers.add(CLIENT);
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, failed, servers);
    }
    return true;
  }

  /** Returns the answer to an action from that to the stored one. */
  public Object answer(Row action, Object stored) throws IOException {
    if (stored instanceof CheckAndMutateResult result) {
      return new CheckAndMutateResult(result.isSuccess(), keys.opened(result.getResult()));
    }
    return stored instanceof Result row
        ? action instanceof Get get ? answer(get, row) : keys.opened(row)
        : stored;
  }

  private Result answer(Get get, Result stored) throws IOException {
    Result row = keys.opened(stored);
    return ReadPlan.isJudged(get) ? JudgedGet.answer(get, table, row) : row;
  }

  /** Returns an action by the stored row key. */
  Row stored(Row action) throws IOException {
    if (action instanceof Get get) {
      return stored(get);
    }
    if (action instanceof Mutation mutation) {
      return stored(mutation);
    }
    if (action instanceof RowMutations several) {
      return stored(several);
    }
    CheckAndMutate check = (CheckAndMutate) action;
    return RowActions.with(keys.stored(check.getRow()), stored(check.getAction()), check);
  }

  private Get stored(Get get) throws IOException {
    Get stored = ReadPlan.same(keys.stored(get.getRow()), get);
    keys.mark(stored);
    return ReadPlan.isJudged(get) ? JudgedGet.whole(stored) : stored;
  }

  private RowMutations stored(RowMutations several) throws IOException {
    List<Mutation> stored = new ArrayList<>();
    for (Mutation mutation : several.getMutations()) {
      stored.add(stored(mutation));
    }
    return RowMutations.of(stored);
  }

  /** Returns a write by the stored row key. */
  Mutation stored(Mutation write) throws IOException {
    byte[] row = keys.stored(write.getRow());
    NavigableMap<byte[], List<Cell>> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    write
        .getFamilyCellMap()
        .forEach(
            (family, of) ->
                cells.put(
                    family,
                    new ArrayList<>(of.stream().map(cell -> RowKeys.under(row, cell)).toList())));
    Mutation stored = of(write, row, cells);
    RowActions.copySettings(write, stored);
    keys.mark(stored);
    return stored;
  }

  private static Mutation of(Mutation write, byte[] row, NavigableMap<byte[], List<Cell>> cells)
      throws IOException {
    long timestamp = write.getTimestamp();
    if (write instanceof Put) {
      return new Put(row, timestamp, cells);
    }
    if (write instanceof Delete) {
      return new Delete(row, timestamp, cells);
    }
    if (write instanceof Increment increment) {
      return new Increment(row, timestamp, cells)
          .setTimeRange(increment.getTimeRange().getMin(), increment.getTimeRange().getMax());
    }
    Append append = (Append) write;
    return new Append(row, timestamp, cells)
        .setTimeRange(append.getTimeRange().getMin(), append.getTimeRange().getMax());
  }
}

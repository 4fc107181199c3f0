package io.dartagnan.client.write;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/** Atomic operations on rows of one table. For one thread at a time. */
public final class AtomicOperations {
  private final RowTransaction rows;
  private final TableCatalogue catalogue;
  private final TableName name;

  /** Operations that are carried out by {@code rows}. */
  public AtomicOperations(RowTransaction rows, TableCatalogue catalogue, TableName name) {
    this.rows = rows;
    this.catalogue = catalogue;
    this.name = name;
  }

  /** Whether an action is one that {@link #change} does, or {@link #checkAndMutate}. */
  public static boolean isOne(Row action) {
    return action instanceof CheckAndMutate || RowChange.isOne(action);
  }

  /** Does an action that {@link #isOne}; the answer is as HBase's. */
  public Object carryOut(Row action) throws IOException {
    return action instanceof CheckAndMutate check ? checked(check) : changed(action);
  }

  /**
   * Does an increment, an append, a delete or several mutations of one row.
   *
   * @param action an {@code Increment}, {@code Append}, {@code Delete} or {@code RowMutations}
   * @return the cells that increments and appends wrote and whose results are asked for; of several
   *     mutations one that says as well that they were done
   */
  public Result change(Row action) throws IOException {
    try {
      return changed(action);
    } catch (NoSuchColumnFamilyException e) {
      throw asHBase(action, e);
    }
  }

  private Result changed(Row action) throws IOException {
    RowChange change = RowChange.of(action);
    Result cells = cells(action, change);
    if (action instanceof RowMutations) {
      cells = Result.create(cells.rawCells());
      cells.setExists(true);
    }
    return cells;
  }

  /** HBase sends several mutations of one row as a batch, and says what came of it as of one. */
  private static IOException asHBase(Row action, NoSuchColumnFamilyException cause) {
    return action instanceof RowMutations
        ? new RetriesExhaustedWithDetailsException(
            List.of(ofServer(cause)), List.of(action), List.of("the client"))
        : cause;
  }

  /** The same as a server says it: with its class in its message, which a batch's is made of. */
  static IOException ofServer(NoSuchColumnFamilyException cause) {
    IOException refused = new NoSuchColumnFamilyException(cause.toString());
    refused.initCause(cause);
    return refused;
  }

  private Result cells(Row action, RowChange change) throws IOException {
    if (change.isAbsolute()) {
      rows.run(change.on(Result.EMPTY_RESULT));
      return Result.EMPTY_RESULT;
    }
    RowRead read = new RowRead(action.getRow());
    change.addTo(read);
    OptionalLong stamp = rows.run(read.get(), change::on);
    return change.answer(stamp.orElse(0));
  }

  /** Changes a row if it satisfies a condition; the result is null where there is none. */
  public CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    try {
      return checked(operation);
    } catch (NoSuchColumnFamilyException e) {
      throw asHBase(operation.getAction(), e);
    }
  }

  private CheckAndMutateResult checked(CheckAndMutate operation) throws IOException {
    RowCheck check = new RowCheck(operation);
    RowChange change = RowChange.of(operation.getAction());
    RowRead read = new RowRead(operation.getRow());
    check.addTo(read);
    change.addTo(read);
    ProtectedTable table = catalogue.get(name);
    boolean[] held = new boolean[1];
    OptionalLong stamp =
        rows.run(
            read.get(),
            row -> {
              held[0] = check.holds(row, table);
              return held[0] ? change.on(row) : List.<Mutation>of();
            });
    Result cells = held[0] ? change.answer(stamp.orElse(0)) : Result.EMPTY_RESULT;
    return new CheckAndMutateResult(held[0], cells.isEmpty() ? null : cells);
  }
}

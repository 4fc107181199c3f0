package io.dartagnan.client.write;

import io.dartagnan.client.filter.ResidualFilter;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/** Atomic operations on rows of one table. For one thread at a time. */
final class AtomicOperations {
  private final RowTransaction rows;
  private final TableCatalogue catalogue;
  private final TableName name;

  AtomicOperations(RowTransaction rows, TableCatalogue catalogue, TableName name) {
    this.rows = rows;
    this.catalogue = catalogue;
    this.name = name;
  }

  /** Whether an action is one that {@link #change} does, or {@link #checkAndMutate}. */
  static boolean isOne(Row action) {
    return action instanceof CheckAndMutate || RowChange.isOne(action);
  }

  /** Does an action that {@link #isOne}; the answer is as HBase's. */
  Object carryOut(Row action) throws IOException {
    return action instanceof CheckAndMutate check ? checked(check) : changed(action);
  }

  /**
   * Does an increment, an append, a delete or several mutations of one row.
   *
   * @param action an {@code Increment}, {@code Append}, {@code Delete} or {@code RowMutations}
   * @return the cells that increments and appends wrote and whose results are asked for; of several
   *     mutations one that says as well that they were done
   */
  Result change(Row action) throws IOException {
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
    RowRead read = new RowRead(action);
    change.addTo(read);
    OptionalLong stamp = rows.run(read.get(), change::on);
    return change.answer(stamp.orElse(0));
  }

  /** Changes a row if it satisfies a condition; the result is null where there is none. */
  CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    try {
      return checked(operation);
    } catch (NoSuchColumnFamilyException e) {
      throw asHBase(operation.getAction(), e);
    }
  }

  private CheckAndMutateResult checked(CheckAndMutate operation) throws IOException {
    RowChange change = RowChange.of(operation.getAction());
    RowRead read = new RowRead(operation);
    add(operation, read);
    change.addTo(read);
    ProtectedTable table = catalogue.get(name);
    boolean[] held = new boolean[1];
    OptionalLong stamp =
        rows.run(
            read.get(),
            row -> {
              held[0] = holds(operation, row, table);
              return held[0] ? change.on(row) : List.<Mutation>of();
            });
    Result cells = held[0] ? change.answer(stamp.orElse(0)) : Result.EMPTY_RESULT;
    return new CheckAndMutateResult(held[0], cells.isEmpty() ? null : cells);
  }

  /** Adds what a condition looks at to what is read of the row. */
  private static void add(CheckAndMutate check, RowRead read) {
    if (check.hasFilter()) {
      read.addAll();
    } else {
      read.add(check.getFamily(), check.getQualifier(), check.getTimeRange());
    }
  }

  /** Whether the row satisfies a condition, as HBase judges it. */
  private static boolean holds(CheckAndMutate check, Result row, ProtectedTable table)
      throws IOException {
    return check.hasFilter() ? passesFilter(check, row, table) : matches(check, row);
  }

  private static boolean passesFilter(CheckAndMutate check, Result row, ProtectedTable table)
      throws IOException {
    Get get = new Get(check.getRow()).setFilter(check.getFilter());
    if (check.getTimeRange() != null) {
      get.setTimeRange(check.getTimeRange().getMin(), check.getTimeRange().getMax());
    }
    Result seen = table.rowKeys().opened(row);
    return ResidualFilter.of(check.getFilter(), new Scan(get), table.versions())
        .judge(seen)
        .stream()
        .anyMatch(passed -> !passed.isEmpty());
  }

  private static boolean matches(CheckAndMutate check, Result row) {
    byte[] operand = check.getValue();
    boolean isOfAbsence = operand == null || operand.length == 0;
    CompareOperator operator = check.getCompareOp();
    Cell cell = RowRead.newest(row, check.getFamily(), check.getQualifier(), check.getTimeRange());
    if (isOfAbsence) {
      boolean absent = cell == null || cell.getValueLength() == 0;
      return cell == null
          ? operator != CompareOperator.NOT_EQUAL
          : absent == (operator != CompareOperator.NOT_EQUAL);
    }
    return cell != null && holds(operator, Bytes.compareTo(operand, CellUtil.cloneValue(cell)));
  }

  /** In HBase the operand stands on the left. */
  private static boolean holds(CompareOperator operator, int order) {
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      case NO_OP ->
          throw new IllegalArgumentException(
              "NO_OP compares nothing; LESS, LESS_OR_EQUAL, EQUAL, NOT_EQUAL, GREATER_OR_EQUAL and GREATER do");
    };
  }
}

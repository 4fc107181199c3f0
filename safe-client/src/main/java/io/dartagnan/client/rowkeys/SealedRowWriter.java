package io.dartagnan.client.rowkeys;

import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.write.RowWriter;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * Writer of one table by the application's row keys, over one by those that the clouds store. What
 * is refused since the table was made anew with others is done again under these.
 */
public final class SealedRowWriter implements RowWriter {
  private final RowWriter stored;
  private final TableCatalogue catalogue;
  private final TableName name;
  private final LongSupplier withinMs;

  /**
   * A writer.
   *
   * @param withinMs for how long what is refused is tried
   */
  public SealedRowWriter(
      RowWriter stored, TableCatalogue catalogue, TableName name, LongSupplier withinMs) {
    this.stored = stored;
    this.catalogue = catalogue;
    this.name = name;
    this.withinMs = withinMs;
  }

  private boolean isSealed() throws IOException {
    return catalogue.forReading(name).rowKeys().areSealed();
  }

  private <R extends Row, T> T answer(R action, IOFunction<R, T> write) throws IOException {
    if (!isSealed()) {
      try {
        return write.apply(action);
      } catch (IOException e) {
        // Or another table may have been made in its place.
        if (!FamilySettings.isRefusal(e) || !isSealed()) {
          throw e;
        }
      }
    }
    return catalogue.read(name, withinMs.getAsLong(), table -> answer(action, write, table));
  }

  /** Both are of the type of the action, and of its answer. */
  @SuppressWarnings("unchecked")
  private static <R extends Row, T> T answer(R action, IOFunction<R, T> write, ProtectedTable table)
      throws IOException {
    if (!table.rowKeys().areSealed()) {
      return write.apply(action);
    }
    StoredActions actions = new StoredActions(table);
    return (T) actions.answer(action, write.apply((R) actions.stored(action)));
  }

  @Override
  public void check(List<? extends Mutation> writes) throws IOException {
    ProtectedTable table = catalogue.get(name);
    if (!table.rowKeys().areSealed()) {
      stored.check(writes);
      return;
    }
    StoredActions actions = new StoredActions(table);
    List<Mutation> checked = new ArrayList<>(writes.size());
    for (Mutation write : writes) {
      checked.add(actions.stored(write));
    }
    stored.check(checked);
  }

  @Override
  public void write(Mutation write) throws IOException {
    answer(
        write,
        each -> {
          stored.write(each);
          return null;
        });
  }

  @Override
  public Result change(Row action) throws IOException {
    return answer(action, stored::change);
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    return answer(operation, stored::checkAndMutate);
  }

  @Override
  public void batch(List<? extends Row> actions, ProtectedTable table, Object[] results)
      throws IOException {
    new StoredActions(table)
        .batch(
            actions,
            results,
            (each, answers) -> {
              stored.batch(each, table, answers);
              return true;
            });
  }
}

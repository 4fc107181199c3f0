package io.dartagnan.client.write;

import io.dartagnan.client.rpc.ProtectedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/**
 * Writer of one table: puts, deletes, atomic operations, and batches of these and of gets. For one
 * thread at a time, as the tables that it writes to; {@link #check} is for any.
 */
public interface RowWriter {

  /**
   * Refuses writes that do not fit the table; sends nothing. Atomic operations find out themselves.
   *
   * @throws UnsupportedOperationException listing all that is not supported
   * @throws IllegalArgumentException for a value or a column that the schema does not allow
   */
  void check(List<? extends Mutation> writes) throws IOException;

  /**
   * Does one put or delete.
   *
   * @throws IOException what it failed with, naming the clouds and what became of it
   */
  void write(Mutation write) throws IOException;

  /**
   * Does an increment, an append or several mutations of one row, as one step.
   *
   * @return the cells that increments and appends wrote and whose results are asked for
   */
  Result change(Row action) throws IOException;

  /** Changes a row if it satisfies a condition. */
  CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException;

  /**
   * Does a batch, whatever becomes of each action.
   *
   * @param table by which the actions are protected
   * @param results gets the result of each action, or what it failed with
   * @throws RetriesExhaustedWithDetailsException naming the actions that failed
   */
  void batch(List<? extends Row> actions, ProtectedTable table, Object[] results)
      throws IOException;
}

package io.dartagnan.client.write;

import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reading of one row, a decision, and writes to the row, as one step that no other write comes
 * between.
 */
interface RowTransaction {

  /**
   * Reads, decides and writes.
   *
   * @param read which of the row's columns the decision depends on
   * @return the timestamp of the cells that were written; empty if there were none to write
   * @throws IOException if a cloud failed, or others changed the row at each attempt within the
   *     operation's time-out; it says whether the row may have been changed
   */
  OptionalLong run(Get read, IOFunction<Result, List<Mutation>> decision) throws IOException;

  /**
   * Writes to a row as one step, whatever the row holds.
   *
   * @param writes puts and deletes of one row, at least one
   * @throws IOException as {@link #run(Get, IOFunction)} does
   */
  void run(List<Mutation> writes) throws IOException;
}

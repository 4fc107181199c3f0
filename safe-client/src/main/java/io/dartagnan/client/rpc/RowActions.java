package io.dartagnan.client.rpc;

import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/** Copies of actions on rows that differ in a part. */
public final class RowActions {
  private RowActions() {}

  /** Copies what is not a cell: time to live, visibility and the like are attributes. */
  public static void copySettings(Mutation from, Mutation to) {
    from.getAttributesMap().forEach(to::setAttribute);
    to.setDurability(from.getDurability());
    to.setPriority(from.getPriority());
  }

  /** Returns the same operation on a row with another action. */
  public static CheckAndMutate with(byte[] row, Row action, CheckAndMutate operation) {
    CheckAndMutate.Builder same =
        CheckAndMutate.newBuilder(row).timeRange(operation.getTimeRange());
    if (operation.hasFilter()) {
      same.ifMatches(operation.getFilter());
    } else {
      same.ifMatches(
          operation.getFamily(),
          operation.getQualifier(),
          operation.getCompareOp(),
          operation.getValue());
    }
    if (action instanceof RowMutations several) {
      return same.build(several);
    }
    if (action instanceof Put put) {
      return same.build(put);
    }
    if (action instanceof Delete delete) {
      return same.build(delete);
    }
    return action instanceof Increment increment
        ? same.build(increment)
        : same.build((Append) action);
  }
}

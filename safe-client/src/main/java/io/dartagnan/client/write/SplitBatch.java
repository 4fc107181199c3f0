package io.dartagnan.client.write;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.GetAnswer;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.refusal.Unsupported;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/** A batch of puts, deletes and gets, with each cloud's requests and replies. */
record SplitBatch(ProtectedTable table, List<SplitAction> actions) {

  SplitBatch {
    actions = List.copyOf(actions);
  }

  /** Checks and splits a batch; refuses it as a whole. */
  static SplitBatch prepare(
      List<? extends Row> actions,
      ProtectedTable table,
      WriteSplitter splitter,
      WriteLedger.Entry entry)
      throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (Row action : actions) {
      if (action instanceof Get get) {
        gets.add(ReadPlan.firstLook(get, table));
      } else if (action instanceof Mutation mutation) {
        mutations.add(mutation);
      } else {
        throw Unsupported.operation(
            action.getClass().getSimpleName() + " in a batch", "put, delete and get are");
      }
    }
    Iterator<SplitWrite> writes = splitter.split(table, mutations, entry).iterator();
    Iterator<Get> each = gets.iterator();
    List<SplitAction> split = new ArrayList<>(actions.size());
    for (Row action : actions) {
      split.add(
          action instanceof Get get
              ? SplitAction.of(get, each.next())
              : SplitAction.of(writes.next()));
    }
    return new SplitBatch(table, split);
  }

  /**
   * Fills in each action's result, as HBase does: where a cloud failed, what it failed with.
   *
   * @return what kept the answers of gets from being put together, by the number of the action; it
   *     is the action's result as well
   */
  SortedMap<Integer, IOException> combine(Object[] results, DeepReconciliation.Clouds clouds) {
    SortedMap<Integer, IOException> unread = new TreeMap<>();
    for (int i = 0; i < results.length; i++) {
      try {
        results[i] = combine(actions.get(i), clouds);
      } catch (IOException e) {
        results[i] = e;
        unread.put(i, e);
      }
    }
    return unread;
  }

  /** Whether every cloud has done all that it was sent. */
  boolean isDone() {
    for (SplitAction action : actions) {
      if (!action.isDone()) {
        return false;
      }
    }
    return true;
  }

  private Object combine(SplitAction action, DeepReconciliation.Clouds clouds) throws IOException {
    Throwable failure = action.isDone() ? null : action.firstFailure();
    if (failure != null) {
      return failure;
    }
    if (action.isWrite()) {
      return Result.create(new Cell[0]);
    }
    List<Result> byParty = Party.ALL.stream().map(cloud -> action.reply(cloud).result()).toList();
    return GetAnswer.of((Get) action.outer(), table, byParty, clouds);
  }
}

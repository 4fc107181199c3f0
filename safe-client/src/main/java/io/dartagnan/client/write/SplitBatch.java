package io.dartagnan.client.write;

import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/**
 * A batch of puts, deletes and gets, with each cloud's requests and replies.
 *
 * @param given the application's actions
 * @param actions what is sent for them
 */
record SplitBatch(ProtectedTable table, List<? extends Row> given, List<SplitAction> actions) {

  SplitBatch {
    given = List.copyOf(given);
    actions = List.copyOf(actions);
  }

  /** Refuses what {@link #prepare} refuses. */
  static void check(List<? extends Row> actions, ProtectedTable table, WriteSplitter splitter)
      throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    for (Row action : actions) {
      if (action instanceof Get get) {
        ReadPlan.firstLook(get, table);
      } else {
        mutations.add(mutation(action));
      }
    }
    splitter.check(table, mutations);
  }

  private static Mutation mutation(Row action) {
    if (action instanceof Mutation mutation) {
      return mutation;
    }
    throw Unsupported.operation(
        action.getClass().getSimpleName() + " in a batch", "put, delete and get are");
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
    List<JoinedActions> joined = JoinedActions.of(actions);
    for (JoinedActions each : joined) {
      if (each.first() instanceof Get get) {
        gets.add(ReadPlan.firstLook(get, table));
      } else {
        mutation(each.first());
        mutations.add(each.write());
      }
    }
    Iterator<SplitWrite> writes = splitter.split(table, mutations, entry).iterator();
    Iterator<Get> looks = gets.iterator();
    List<SplitAction> split = new ArrayList<>(joined.size());
    for (JoinedActions each : joined) {
      split.add(
          each.first() instanceof Get get
              ? SplitAction.of(get, looks.next(), each.places(), table.placement())
              : SplitAction.of(writes.next(), each.places(), table.placement()));
    }
    return new SplitBatch(table, actions, split);
  }

  /**
   * Fills in each action's result, as HBase does: where a cloud failed, what it failed with.
   *
   * @return what kept the answers of gets from being put together, by the place of the action; it
   *     is the action's result as well
   */
  SortedMap<Integer, IOException> combine(Object[] results, DeepReconciliation.Clouds clouds) {
    SortedMap<Integer, IOException> unread = new TreeMap<>();
    for (SplitAction action : actions) {
      Object result;
      try {
        result = combine(action, clouds);
      } catch (IOException e) {
        result = e;
        action.places().forEach(place -> unread.put(place, e));
      }
      for (int place : action.places()) {
        results[place] = result;
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
    List<Result> byParty = table.placement().ofEach(cloud -> action.reply(cloud).result());
    return DeepReconciliation.answer((Get) action.outer(), table, byParty, clouds);
  }

  /**
   * Throws HBase's own exception if a cloud failed to do an action, or an answer could not be put
   * together. It speaks of the application's rows, so that it never hands out shares.
   *
   * @param unread what kept the answers of gets from being put together, by the place of the action
   * @param fate what became of writes that failed; may be empty
   * @throws IOException as all three clouds say alike of the whole batch, such as that there is no
   *     such table; else a {@link RetriesExhaustedWithDetailsException}
   */
  void throwIfAny(SortedMap<Integer, IOException> unread, String fate) throws IOException {
    throwIfOneAnswer();
    List<Throwable> causes = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (Party cloud : table.placement().clouds()) {
      for (SplitAction action : actions) {
        SplitAction.Reply reply = action.reply(cloud);
        Throwable failure = action.failure(cloud);
        if (failure != null) {
          Throwable cause = CloudFailures.withFate(CloudFailures.naming(cloud, failure), fate);
          String server =
              "cloud " + cloud.index() + (reply.server() == null ? "" : " at " + reply.server());
          for (int place : action.places()) {
            causes.add(cause);
            rows.add(given.get(place));
            servers.add(server);
          }
        }
      }
    }
    unread.forEach(
        (place, cause) -> {
          causes.add(cause);
          rows.add(given.get(place));
          servers.add("the client");
        });
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, rows, servers);
    }
  }

  /** A failure of a whole batch is the reply to each of its actions. */
  private void throwIfOneAnswer() throws IOException {
    List<CloudOutcome<Object>> outcomes = new ArrayList<>();
    for (Party cloud : table.placement().clouds()) {
      List<SplitAction.Reply> replies =
          actions.stream().map(action -> action.reply(cloud)).toList();
      Throwable first = replies.get(0).failure();
      boolean ofAll =
          first != null
              && replies.stream().noneMatch(SplitAction.Reply::known)
              && replies.stream().map(SplitAction.Reply::failure).allMatch(each -> each == first);
      if (!ofAll) {
        return;
      }
      outcomes.add(new CloudOutcome<>(cloud, null, Objects.requireNonNull(first)));
    }
    CloudFailures.failed(outcomes);
  }
}

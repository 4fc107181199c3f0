package io.dartagnan.client.write;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.GetAnswer;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.refusal.Unsupported;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/** A batch of puts, deletes and gets, with each cloud's requests and replies. */
public final class SplitBatch {
  private final List<? extends Row> actions;
  private final ProtectedTable table;
  private final List<List<Row>> requests;
  private final List<Object[]> replies;

  /**
   * Of writes that were split before.
   *
   * @param requests entry i holds what cloud i is sent, in the order of the actions
   */
  SplitBatch(List<? extends Row> actions, ProtectedTable table, List<List<Row>> requests) {
    this.actions = actions;
    this.table = table;
    this.requests = requests;
    this.replies = requests.stream().map(list -> new Object[list.size()]).toList();
  }

  /** Checks and splits a batch; refuses it as a whole. */
  public static SplitBatch prepare(
      List<? extends Row> actions, ProtectedTable table, WriteSplitter splitter)
      throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    for (Row action : actions) {
      if (action instanceof Get get) {
        gets.add(ReadPlan.of(get, table));
      } else if (action instanceof Mutation mutation) {
        mutations.add(mutation);
      } else {
        throw Unsupported.operation(
            action.getClass().getSimpleName() + " in a batch", "put, delete and get are");
      }
    }
    List<List<Mutation>> writes = splitter.split(table, mutations);
    List<List<Row>> requests = new ArrayList<>(Party.ALL.size());
    for (Party party : Party.ALL) {
      List<Row> own = new ArrayList<>(actions.size());
      int nextWrite = 0;
      int nextGet = 0;
      for (Row action : actions) {
        own.add(
            action instanceof Get
                ? gets.get(nextGet++)
                : writes.get(party.index()).get(nextWrite++));
      }
      requests.add(own);
    }
    return new SplitBatch(actions, table, requests);
  }

  /** The application's actions. */
  List<? extends Row> actions() {
    return actions;
  }

  /** The requests to a cloud, in the order of the actions. */
  List<Row> requests(Party cloud) {
    return requests.get(cloud.index());
  }

  /** A cloud's replies, in the order of the actions; filled in by the sender. */
  Object[] replies(Party cloud) {
    return replies.get(cloud.index());
  }

  /** The application's action behind one that was sent to a cloud; null if it is none of them. */
  Row outer(Row request) {
    for (List<Row> ofCloud : requests) {
      for (int i = 0; i < ofCloud.size(); i++) {
        if (ofCloud.get(i) == request) {
          return actions.get(i);
        }
      }
    }
    return null;
  }

  /** Indices of the puts that a cloud failed to take and another has, or may have. */
  List<Integer> tornPuts() {
    List<Integer> torn = new ArrayList<>();
    for (int i = 0; i < actions.size(); i++) {
      int action = i;
      if (actions.get(i) instanceof Put
          && !Party.ALL.stream().allMatch(cloud -> replies(cloud)[action] instanceof Result)
          && Party.ALL.stream().anyMatch(cloud -> mayHave(cloud, action))) {
        torn.add(i);
      }
    }
    return torn;
  }

  /** True if a cloud may have done an action: it did not refuse it. */
  boolean mayHave(Party cloud, int action) {
    return !(replies(cloud)[action] instanceof DoNotRetryIOException);
  }

  /**
   * Fills in each action's result: null where a cloud did not reply, else as HBase does.
   *
   * @return what kept the answers of gets from being put together, by the number of the action; it
   *     is the action's result as well
   */
  SortedMap<Integer, IOException> combine(Object[] results, DeepReconciliation.Clouds clouds) {
    SortedMap<Integer, IOException> unread = new TreeMap<>();
    for (int i = 0; i < results.length; i++) {
      try {
        results[i] = combine(i, clouds);
      } catch (IOException e) {
        results[i] = e;
        unread.put(i, e);
      }
    }
    return unread;
  }

  private Object combine(int i, DeepReconciliation.Clouds clouds) throws IOException {
    List<Result> byParty = new ArrayList<>(Party.ALL.size());
    for (Party cloud : Party.ALL) {
      Object reply = replies(cloud)[i];
      if (reply instanceof Throwable failure) {
        return CloudFailures.naming(cloud, failure);
      }
      if (!(reply instanceof Result result)) {
        return null;
      }
      byParty.add(result);
    }
    return actions.get(i) instanceof Get get
        ? GetAnswer.of(get, table, byParty, clouds)
        : Result.create(new Cell[0]);
  }
}

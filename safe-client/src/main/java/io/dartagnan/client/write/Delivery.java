package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.common.collect.ListMultimap;
import org.apache.hbase.thirdparty.com.google.common.collect.MultimapBuilder;

/** Actions on their way to clouds, each cloud's together, all clouds at once. */
final class Delivery {
  private final ListMultimap<Party, SplitAction> byCloud =
      MultimapBuilder.enumKeys(Party.class).arrayListValues().build();

  /** Of all of a batch's actions to all of their clouds. */
  static Delivery of(SplitBatch batch) {
    Delivery delivery = new Delivery();
    batch.actions().forEach(action -> delivery.add(action, action.clouds()));
    return delivery;
  }

  void add(SplitAction action, Collection<Party> clouds) {
    clouds.forEach(cloud -> byCloud.put(cloud, action));
  }

  boolean isEmpty() {
    return byCloud.isEmpty();
  }

  /**
   * Sends them, and notes each cloud's replies. A cloud that did not answer the last write gets its
   * actions first; if it does not answer again, nothing is sent to the others.
   *
   * @param alone whether each cloud gets one put or delete, and not a batch of it: HBase fails it
   *     in its own way
   * @throws IOException if interrupted, or the connection is closed; some may have been sent
   */
  void send(CloudTables tables, boolean alone) throws IOException {
    Set<Party> left = EnumSet.noneOf(Party.class);
    left.addAll(byCloud.keySet());
    Optional<Party> suspected = tables.suspected().get().filter(left::contains);
    if (suspected.isPresent() && left.size() > 1) {
      CloudOutcome<?> first = send(tables, alone, EnumSet.of(suspected.get())).get(0);
      left.remove(suspected.get());
      if (first.failed() && !CloudFailures.isAnswer(first.failure())) {
        left.forEach(cloud -> byCloud.get(cloud).forEach(action -> action.doNotSend(cloud)));
        return;
      }
    }
    send(tables, alone, left);
  }

  /** Sends those of some clouds, and returns how each of these calls ended. */
  private List<CloudOutcome<Object>> send(CloudTables tables, boolean alone, Set<Party> to)
      throws IOException {
    Map<Party, Object[]> replies = new EnumMap<>(Party.class);
    to.forEach(cloud -> replies.put(cloud, new Object[byCloud.get(cloud).size()]));
    List<CloudOutcome<Object>> outcomes =
        tables.outcomes(
            cloud -> {
              if (!to.contains(cloud)) {
                return null;
              }
              List<Row> requests =
                  byCloud.get(cloud).stream().map(action -> action.request(cloud)).toList();
              if (alone && requests.size() == 1) {
                send(tables, cloud, requests.get(0), replies.get(cloud));
              } else {
                tables.on(cloud).batch(requests, replies.get(cloud));
              }
              return null;
            });
    List<CloudOutcome<Object>> ofThose =
        outcomes.stream().filter(outcome -> to.contains(outcome.cloud())).toList();
    tables.suspected().note(ofThose);
    for (CloudOutcome<Object> outcome : ofThose) {
      if (outcome.failure() instanceof Error error) {
        throw error;
      }
      note(outcome, replies.get(outcome.cloud()));
    }
    return ofThose;
  }

  private static void send(CloudTables tables, Party cloud, Row request, Object[] reply)
      throws IOException {
    try {
      write(tables.on(cloud), request);
      reply[0] = Result.EMPTY_RESULT;
    } catch (DoNotRetryIOException | IllegalArgumentException e) {
      reply[0] = e;
      throw e;
    }
  }

  /** Does one put or delete on a cloud. */
  static void write(Table cloud, Row write) throws IOException {
    if (write instanceof Put put) {
      cloud.put(put);
    } else {
      cloud.delete((Delete) write);
    }
  }

  private void note(CloudOutcome<Object> outcome, Object[] replies) {
    Party cloud = outcome.cloud();
    List<SplitAction> actions = byCloud.get(cloud);
    Map<Row, SplitAction.Reply> told = told(outcome.failure());
    for (int i = 0; i < actions.size(); i++) {
      SplitAction action = actions.get(i);
      if (replies[i] instanceof Result result) {
        action.reply(cloud, SplitAction.Reply.done(result));
      } else {
        action.reply(
            cloud, failure(outcome.failure(), told.get(action.request(cloud)), replies[i]));
      }
    }
  }

  /** Has the writes of an entry learn from what clouds refused of these actions. */
  void learn(WriteLedger.Entry entry) {
    byCloud.forEach(
        (cloud, action) ->
            action
                .reply(cloud)
                .refusal()
                .ifPresent(refusal -> entry.learn(action.outer().getRow(), refusal)));
  }

  /** What a cloud's failure says of each request. */
  private static Map<Row, SplitAction.Reply> told(Throwable ofCloud) {
    Map<Row, SplitAction.Reply> told = new IdentityHashMap<>();
    if (ofCloud instanceof RetriesExhaustedWithDetailsException details
        && details.getCauses() != null) {
      for (int i = 0; i < details.getNumExceptions(); i++) {
        told.putIfAbsent(
            details.getRow(i),
            new SplitAction.Reply(null, details.getCause(i), details.getHostnamePort(i), true));
      }
    }
    return told;
  }

  private static SplitAction.Reply failure(
      Throwable ofCloud, SplitAction.Reply told, Object reply) {
    if (told != null) {
      return told;
    }
    if (reply instanceof Throwable known) {
      return new SplitAction.Reply(null, known, null, true);
    }
    return new SplitAction.Reply(
        null,
        ofCloud == null ? new IOException("it did not say what became of the action") : ofCloud,
        null,
        false);
  }
}

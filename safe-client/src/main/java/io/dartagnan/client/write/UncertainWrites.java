package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes of which a cloud's reply does not tell whether it has them, until it is asked. */
final class UncertainWrites {
  private static final Logger LOG = LoggerFactory.getLogger(UncertainWrites.class);

  private UncertainWrites() {}

  /**
   * Asks all clouds for writes that none accepted, and notes a write as done where it is found, and
   * as not known where a cloud did not answer.
   *
   * @throws IOException if interrupted, or the connection is closed
   */
  static void searchRefused(CloudTables tables, List<SplitAction> refused) throws IOException {
    Map<Party, List<SplitAction>> asked = new EnumMap<>(Party.class);
    Party.ALL.forEach(cloud -> asked.put(cloud, refused));
    for (CloudOutcome<List<Boolean>> outcome : ask(tables, false, tables.deadlineMs(), asked)) {
      for (SplitAction action : refused) {
        if (outcome.failed()) {
          action.reply(
              outcome.cloud(), new SplitAction.Reply(null, outcome.failure(), null, false));
        }
      }
    }
  }

  /**
   * Asks the clouds that may or may not have a write, of all writes that would be complete if they
   * had: a reader may have seen such a write. A cloud that does not have one, and says so, refuses
   * it from then on.
   */
  static void settle(CloudTables tables, Stream<SplitAction> failed) {
    Map<Party, List<SplitAction>> asked = new EnumMap<>(Party.class);
    List<SplitAction> doubtful = failed.filter(SplitAction::mayBeComplete).toList();
    if (doubtful.isEmpty()) {
      return;
    }
    for (Party cloud : Party.ALL) {
      asked.put(cloud, doubtful.stream().filter(action -> !action.reply(cloud).isDone()).toList());
    }
    try {
      ask(tables, true, Rollback.WITHIN_MS, asked);
    } catch (IOException e) {
      LOG.debug("what became of writes that failed could not be asked", e);
    }
  }

  private static List<CloudOutcome<List<Boolean>>> ask(
      CloudTables tables, boolean closes, long withinMs, Map<Party, List<SplitAction>> asked)
      throws IOException {
    StatusQuery query = new StatusQuery(closes);
    asked.forEach((cloud, actions) -> actions.forEach(action -> query.add(cloud, action.write())));
    List<CloudOutcome<List<Boolean>>> outcomes = query.ask(tables, withinMs);
    for (CloudOutcome<List<Boolean>> outcome : outcomes) {
      if (outcome.failure() instanceof Error error) {
        throw error;
      }
      if (!outcome.failed()) {
        note(outcome, asked.get(outcome.cloud()), closes);
      }
    }
    return outcomes;
  }

  private static void note(
      CloudOutcome<List<Boolean>> answered, List<SplitAction> asked, boolean closes) {
    Party cloud = answered.cloud();
    Iterator<Boolean> isThere = answered.value().iterator();
    for (SplitAction action : asked) {
      if (isThere.next()) {
        action.reply(cloud, SplitAction.Reply.done(Result.EMPTY_RESULT));
      } else if (closes) {
        action.reply(cloud, action.reply(cloud).thatIsAbsent());
      }
    }
  }
}

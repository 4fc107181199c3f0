package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hbase.thirdparty.com.google.common.collect.ListMultimap;
import org.apache.hbase.thirdparty.com.google.common.collect.MultimapBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes of which a cloud's reply does not tell whether it has them, until it is asked: HBase's
 * client sends a write again when an answer is lost, and a cloud may have done it the first time.
 */
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
    for (CloudOutcome<List<Boolean>> outcome : ask(tables, false, tables.deadlineMs(), refused)) {
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
   *
   * @return whether each of them answered, if only that it cannot say
   */
  static boolean settle(CloudTables tables, Stream<SplitAction> failed) {
    List<SplitAction> doubtful = failed.filter(SplitAction::mayBeComplete).toList();
    if (doubtful.isEmpty()) {
      return true;
    }
    try {
      return ask(tables, true, Rollback.WITHIN_MS, doubtful).stream()
          .allMatch(outcome -> !outcome.failed() || CloudFailures.isAnswer(outcome.failure()));
    } catch (IOException e) {
      LOG.debug("what became of writes that failed could not be asked", e);
      return false;
    }
  }

  /** Asks of each write the clouds that have not said that they did it. */
  private static List<CloudOutcome<List<Boolean>>> ask(
      CloudTables tables, boolean closes, long withinMs, List<SplitAction> writes)
      throws IOException {
    ListMultimap<Party, SplitAction> asked =
        MultimapBuilder.enumKeys(Party.class).arrayListValues().build();
    writes.forEach(
        write -> write.clouds(reply -> !reply.isDone()).forEach(cloud -> asked.put(cloud, write)));
    List<CloudOutcome<List<Boolean>>> outcomes =
        ask(
            tables,
            closes,
            withinMs,
            cloud -> asked.get(cloud).stream().map(SplitAction::write).toList());
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

  /**
   * Asks all clouds at once whether they have writes.
   *
   * @param closes whether a cloud that does not have a write is to refuse it from then on
   * @param sought the writes that a cloud is asked for
   * @return of each cloud, whether it has the first, second and so on of its writes
   * @throws IOException if interrupted, or the connection is closed
   */
  static List<CloudOutcome<List<Boolean>>> ask(
      CloudTables tables, boolean closes, long withinMs, Function<Party, List<SplitWrite>> sought)
      throws IOException {
    return tables.outcomes(
        withinMs,
        cloud -> {
          List<Get> questions =
              sought.apply(cloud).stream().map(write -> write.question(cloud, closes)).toList();
          List<Boolean> answers = new ArrayList<>(questions.size());
          if (!questions.isEmpty()) {
            for (Result answer : tables.on(cloud).get(questions)) {
              answers.add(!answer.isEmpty());
            }
          }
          return answers;
        });
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

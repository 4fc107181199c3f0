package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/** Failures of single clouds to do a batch, as the exception that HBase itself throws. */
final class BatchFailures {
  private BatchFailures() {}

  /**
   * Throws if a cloud failed to do an action, or an answer could not be put together. The exception
   * speaks of the application's rows, so that it never hands out shares.
   *
   * @param unread what kept the answers of gets from being put together, by the place of the action
   * @param fate what became of writes that failed; may be empty
   * @throws IOException as all three clouds say alike of the whole batch, such as that there is no
   *     such table; else a {@link RetriesExhaustedWithDetailsException}
   */
  static void throwIfAny(SplitBatch batch, SortedMap<Integer, IOException> unread, String fate)
      throws IOException {
    throwIfOneAnswer(batch);
    List<Throwable> causes = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (Party cloud : batch.table().placement().clouds()) {
      for (SplitAction action : batch.actions()) {
        SplitAction.Reply reply = action.reply(cloud);
        Throwable failure = action.failure(cloud);
        if (failure != null) {
          Throwable cause = CloudFailures.withFate(CloudFailures.naming(cloud, failure), fate);
          String server =
              "cloud " + cloud.index() + (reply.server() == null ? "" : " at " + reply.server());
          for (int place : action.places()) {
            causes.add(cause);
            rows.add(batch.given().get(place));
            servers.add(server);
          }
        }
      }
    }
    unread.forEach(
        (place, cause) -> {
          causes.add(cause);
          rows.add(batch.given().get(place));
          servers.add("the client");
        });
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, rows, servers);
    }
  }

  /** A failure of a whole batch is the reply to each of its actions. */
  private static void throwIfOneAnswer(SplitBatch batch) throws IOException {
    List<CloudOutcome<Object>> outcomes = new ArrayList<>();
    for (Party cloud : batch.table().placement().clouds()) {
      List<SplitAction.Reply> replies =
          batch.actions().stream().map(action -> action.reply(cloud)).toList();
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

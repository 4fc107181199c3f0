package io.dartagnan.client.write;

import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/** Failures of single clouds to do a batch, as the exception that HBase itself throws. */
final class BatchFailures {
  private BatchFailures() {}

  /**
   * Throws if a cloud failed to do a batch, or an answer could not be put together. The exception
   * speaks of the application's rows, so that it never hands out shares.
   *
   * @param unread what kept the answers of gets from being put together, by action
   * @param fate what became of puts that failed; may be empty
   */
  static void throwIfAny(
      List<? extends CloudOutcome<?>> outcomes,
      SortedMap<Integer, IOException> unread,
      SplitBatch batch,
      String fate)
      throws IOException {
    List<Throwable> causes = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (CloudOutcome<?> outcome : CloudFailures.failed(outcomes)) {
      Party cloud = outcome.cloud();
      if (outcome.failure() instanceof RetriesExhaustedWithDetailsException details
          && details.getCauses() != null) {
        for (int i = 0; i < details.getNumExceptions(); i++) {
          causes.add(
              CloudFailures.withFate(CloudFailures.naming(cloud, details.getCause(i)), fate));
          rows.add(batch.outer(details.getRow(i)));
          String server = details.getHostnamePort(i);
          servers.add("cloud " + cloud.index() + (server == null ? "" : " at " + server));
        }
      } else {
        IOException named =
            CloudFailures.withFate(CloudFailures.naming(cloud, outcome.failure()), fate);
        batch
            .actions()
            .forEach(
                row -> {
                  causes.add(named);
                  rows.add(row);
                  servers.add("cloud " + cloud.index());
                });
      }
    }
    unread.forEach(
        (action, cause) -> {
          causes.add(cause);
          rows.add(batch.actions().get(action));
          servers.add("the client");
        });
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, rows, servers);
    }
  }
}

package io.dartagnan.client.write;

import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletion of puts that did not reach all three clouds from those that have, or may have, them.
 *
 * <p>Readers pass over such a put, but it takes the place of a version that is complete: a few of
 * them, from an application that tries again, would push it out of a cloud. Taking back is tried
 * once and for a short time. A put that arrives only afterwards is met by the deletion, which has
 * its timestamp.
 */
final class Withdrawal {
  private static final Logger LOG = LoggerFactory.getLogger(Withdrawal.class);

  /** Longest wait in milliseconds: a cloud that just failed may well not answer. */
  static final long WITHIN_MS = 5_000;

  private final CloudTables tables;

  Withdrawal(CloudTables tables) {
    this.tables = tables;
  }

  /**
   * Takes back the torn puts of a batch. An interrupt is kept for whoever comes next.
   *
   * @return what became of them, for the error message; empty if there are none
   */
  String of(SplitBatch batch) {
    List<Integer> torn = batch.tornPuts();
    if (torn.isEmpty()) {
      return "";
    }
    boolean ownTimestamps = false;
    List<List<Row>> removals = new ArrayList<>(Party.ALL.size());
    for (Party cloud : Party.ALL) {
      List<Row> own = new ArrayList<>();
      for (int i : torn) {
        Put outer = (Put) batch.actions().get(i);
        Delete removal = WriteSplitter.removal(outer, (Put) batch.requests(cloud).get(i));
        ownTimestamps |= removal.size() < outer.size();
        if (batch.mayHave(cloud, i) && !removal.isEmpty()) {
          own.add(removal);
        }
      }
      removals.add(own);
    }
    List<String> fates = new ArrayList<>();
    if (removals.stream().anyMatch(own -> !own.isEmpty())) {
      fates.add(remove(removals));
    }
    if (ownTimestamps) {
      fates.add("cells with timestamps of the application's own may remain on some clouds");
    }
    return String.join("; ", fates);
  }

  private String remove(List<List<Row>> removals) {
    boolean interrupted = Thread.interrupted();
    List<Party> failed = Party.ALL;
    try {
      failed =
          tables
              .outcomes(
                  WITHIN_MS,
                  cloud -> {
                    List<Row> own = removals.get(cloud.index());
                    if (!own.isEmpty()) {
                      tables.on(cloud).batch(own, new Object[own.size()]);
                    }
                    return null;
                  })
              .stream()
              .filter(CloudOutcome::failed)
              .map(CloudOutcome::cloud)
              .toList();
    } catch (IOException e) {
      LOG.debug("puts that failed could not be taken back", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return fate(failed);
  }

  private static String fate(List<Party> failed) {
    if (failed.isEmpty()) {
      return "what other clouds had of it was removed";
    }
    if (failed.size() == Party.ALL.size()) {
      return "none of the clouds could be made to remove it; read it to learn whether it was"
          + " written";
    }
    return failed.stream()
        .map(cloud -> "cloud " + cloud.index())
        .collect(
            Collectors.joining(" and ", "what ", " may have of it may remain, and is never shown"));
  }
}

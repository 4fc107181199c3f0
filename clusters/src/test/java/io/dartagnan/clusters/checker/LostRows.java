package io.dartagnan.clusters.checker;

import static org.awaitility.Awaitility.await;

import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.clusters.it.ThreeClouds;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/**
 * Rows of which a cloud has lost something, while clients go on: each is read right, or refused
 * with the cloud's name, and is then made whole. So is a row with a write of which nobody knows
 * whether it was complete, because its client died, and the cloud without it was opened anew.
 *
 * <p>With {@code -Dchecker.mend=false} rows stay as they are until the end, so that reads have to
 * be right or refused all the while: after other losses, too, and when the cloud has opened its
 * regions anew and taken later writes. What counts as wrong stays the same. Only in the time of a
 * {@link Crash} may a put that was not durable be lost, or a delete of unknown outcome: a read that
 * finds it lost later finds what was lost then, and no later read finds it again.
 */
final class LostRows {
  /** How a reader says what a cloud has lost, and what to do. */
  private static final Pattern LOST =
      Pattern.compile(
          "cloud ([0-2]) lacks the version at .* have of a committed write.* 'dartagnan verify ");

  /** How a reader says that it does not know. */
  private static final Pattern UNDECIDED =
      Pattern.compile(
          "cloud [0-2] lacks the version at .* nobody knows whether it was complete; 'dartagnan verify ");

  /** Whether rows are made whole as soon as a cloud has lost something of them. */
  static final boolean MENDED = Boolean.parseBoolean(System.getProperty("checker.mend", "true"));

  private static final Duration DEADLINE = Duration.ofMinutes(3);

  /** What two clouds hold of a row. */
  private static final int OF_TWO_CLOUDS = Column.mask(List.of(Column.COPY, Column.PLAIN));

  private final ThreeClouds clusters;
  private final Connection connection;
  private final TableName name;
  private final HistoryLog log;
  private final Set<Integer> losers = new TreeSet<>();
  private final List<String> wrong = new ArrayList<>();

  LostRows(ThreeClouds clusters, Connection connection, TableName name, HistoryLog log) {
    this.clusters = clusters;
    this.connection = connection;
    this.name = name;
    this.log = log;
  }

  /**
   * Reads every row after a cloud has lost something. If they are to be made whole, rebuilds what
   * it has lost, or deletes it where it cannot.
   */
  void lost(int cloud) throws IOException {
    losers.add(cloud);
    try (Table table = connection.getTable(name)) {
      Client client = client(table);
      Set<String> refused = refused(client);
      Set<String> lacked = lackedBy(cloud);
      System.out.printf(
          "  cloud %d lacks something of %d rows, %d are refused%n",
          cloud, lacked.size(), refused.size());
      if (!MENDED) {
        return;
      }
      if (Column.REPLICATED) {
        TableRepair.over(connection).run(Party.of(cloud), name, false, TableRepair.Listener.NOBODY);
        lacked = lackedBy(cloud);
      }
      refused.addAll(lacked);
      delete(client, refused);
    }
  }

  /** Tries again what HBase's client gives up soon: a region may be on its way to a server. */
  private Set<String> lackedBy(int cloud) {
    return await()
        .atMost(DEADLINE)
        .ignoreExceptionsMatching(
            e -> e instanceof IOException || e instanceof UncheckedIOException)
        .until(
            () -> StoredVersions.of(clusters, name).lackedBy(cloud, clusters, name), rows -> true);
  }

  /**
   * Deletes the rows that are refused, when all is quiet; and those of which a cloud lacks
   * something still, if they were not made whole before.
   */
  void clear() throws IOException {
    try (Table table = connection.getTable(name)) {
      Client client = client(table);
      Set<String> cleared = refused(client);
      System.out.printf("  %d rows are refused in the end%n", cleared.size());
      if (!MENDED) {
        for (int cloud : losers) {
          Set<String> lacked = lackedBy(cloud);
          System.out.printf(
              "  cloud %d lacks something of %d rows in the end%n", cloud, lacked.size());
          cleared.addAll(lacked);
        }
      }
      delete(client, cleared);
    }
  }

  private Client client(Table table) {
    return new Client(table, log, new Random(0), new AtomicLong(), false);
  }

  /** Rows that readers refuse, of which they read what two clouds hold. */
  private Set<String> refused(Client client) {
    Set<String> refused = new TreeSet<>();
    for (String row : Rows.ALL) {
      Optional<String> failure = read(client, row, Column.all());
      if (failure.isPresent() && isRefusal(failure.get())) {
        refused.add(row);
        failure = read(client, row, OF_TWO_CLOUDS).filter(each -> !UNDECIDED.matcher(each).find());
      }
      failure.ifPresent(
          each -> wrong.add("row %s, where %s lost writes: %s".formatted(row, losers, each)));
    }
    return refused;
  }

  private static void delete(Client client, Set<String> rows) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    for (String row : rows) {
      boolean deleted = client.delete(row, Column.all());
      while (!deleted && System.nanoTime() < deadline) {
        deleted = client.delete(row, Column.all());
      }
    }
  }

  /** What a reading fails with that is a refusal, or that it fails with for long. */
  private static Optional<String> read(Client client, String row, int columns) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    Optional<String> failure;
    do {
      failure = client.read(row, columns).map(String::valueOf);
    } while (failure.isPresent() && !isRefusal(failure.get()) && System.nanoTime() < deadline);
    return failure;
  }

  private static boolean isRefusal(String failure) {
    return LOST.matcher(failure).find() || UNDECIDED.matcher(failure).find();
  }

  /** Answers that were wrong, and failures that say of a cloud what is not so. */
  List<String> wrong(History history) {
    List<String> all = new ArrayList<>(wrong);
    for (List<String> failures : List.of(history.failedReads(), history.failures())) {
      for (String message : failures) {
        Matcher named = LOST.matcher(message);
        if (named.find() && !losers.contains(Integer.valueOf(named.group(1)))) {
          all.add(message);
        }
      }
    }
    return all;
  }
}

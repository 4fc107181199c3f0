package io.dartagnan.clusters.checker;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.client.maintenance.OrphanCleaner;
import io.dartagnan.client.maintenance.VersionPlace;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.clusters.it.ThreeClouds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The checked table when nobody writes to it any more. */
final class QuietTable {
  private static final Duration READABLE_DEADLINE = Duration.ofMinutes(5);

  /** Time that cleaning takes, and as much as a client's clock was ahead. */
  private static final Duration CLEAN_DEADLINE =
      Duration.ofMinutes(5).plusMillis(ClientProcesses.MOST_OFFSET_MS);

  private static final int FILTERS = 5;

  private final ThreeClouds clusters;
  private final Connection connection;
  private final TableName name;

  QuietTable(ThreeClouds clusters, Connection connection, TableName name) {
    this.clusters = clusters;
    this.connection = connection;
    this.name = name;
  }

  /**
   * Reads every row, twice, and writes down what it saw: what was acknowledged is there, or a later
   * write.
   *
   * @return the rows that cannot be read
   */
  List<String> read(Path history) throws IOException {
    List<String> unreadable = new ArrayList<>();
    long deadline = System.nanoTime() + READABLE_DEADLINE.toNanos();
    try (HistoryLog log = new HistoryLog(history);
        Table table = connection.getTable(name)) {
      Client client = new Client(table, log, new Random(0), new AtomicLong(), false);
      for (String row : Rows.ALL) {
        boolean read = client.read(row);
        while (!read && System.nanoTime() < deadline) {
          read = client.read(row);
        }
        if (!read) {
          unreadable.add("row " + row + " cannot be read");
        }
      }
      Rows.ALL.forEach(client::read);
    }
    return unreadable;
  }

  /** Cells that the application sees otherwise than the three clouds have them. */
  List<String> notShown() throws IOException {
    return StoredVersions.of(clusters, name).notShown(connection, name);
  }

  /** Filters whose answer is not the one that follows from all rows. */
  List<String> filteredOtherwise(Random random) throws IOException {
    Map<String, RowState> all = rows(new Scan());
    List<Long> numbers =
        all.values().stream()
            .filter(row -> row.has(Column.NUMBER))
            .map(row -> row.number(Column.NUMBER))
            .toList();
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < FILTERS && !numbers.isEmpty(); i++) {
      long bound = numbers.get(random.nextInt(numbers.size()));
      Map<String, RowState> expected = new TreeMap<>(all);
      expected
          .values()
          .removeIf(row -> !row.has(Column.NUMBER) || row.number(Column.NUMBER) < bound);
      Map<String, RowState> found = rows(new Scan().setFilter(Client.atLeast(bound)));
      if (!found.equals(expected)) {
        wrong.add(
            "the filter for numbers from %d finds %s where all rows are %s"
                .formatted(bound, found, expected));
      }
    }
    return wrong;
  }

  private Map<String, RowState> rows(Scan scan) throws IOException {
    Map<String, RowState> rows = new TreeMap<>();
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        rows.put(Bytes.toString(result.getRow()), RowState.of(result));
      }
    }
    return rows;
  }

  /**
   * What failed writes left on some clouds, newer than what all three have, after readers met it
   * for as long as it may take to remove it.
   *
   * @return by what would become of it: {@link Outcome#KEPT} if it cannot be told from what one
   *     cloud lost, anything else if it should be gone
   */
  Map<Outcome, List<String>> leftovers() throws IOException {
    long deadline = System.nanoTime() + CLEAN_DEADLINE.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Connection> clouds = new ArrayList<>();
    try {
      for (int party = 0; party < 3; party++) {
        clouds.add(clusters.cloud(party));
      }
      OrphanCleaner cleaner =
          new OrphanCleaner(
              cloud -> clouds.get(cloud.index()), new FanOut(threads), table -> false);
      Map<Outcome, List<String>> left;
      do {
        meet();
        left = judged(cleaner);
      } while (!Set.of(Outcome.KEPT).containsAll(left.keySet()) && System.nanoTime() < deadline);
      return left;
    } finally {
      threads.shutdownNow();
      IOUtils.close(clouds.toArray(Connection[]::new));
    }
  }

  /** Reads every row, by a scan and by gets. */
  private void meet() throws IOException {
    rows(new Scan());
    try (Table table = connection.getTable(name)) {
      table.get(Rows.ALL.stream().map(row -> new Get(Bytes.toBytes(row))).toList());
    }
  }

  private Map<Outcome, List<String>> judged(OrphanCleaner cleaner) throws IOException {
    Map<Outcome, List<String>> judged = new EnumMap<>(Outcome.class);
    for (Map.Entry<VersionPlace, String> torn :
        StoredVersions.of(clusters, name).torn(name).entrySet()) {
      Outcome outcome = cleaner.judge(torn.getKey());
      if (outcome != Outcome.GONE && outcome != Outcome.COMPLETE) {
        judged
            .computeIfAbsent(outcome, any -> new ArrayList<>())
            .add(torn.getKey() + ": " + torn.getValue() + ", " + cleaner.standings(torn.getKey()));
      }
    }
    return judged;
  }
}

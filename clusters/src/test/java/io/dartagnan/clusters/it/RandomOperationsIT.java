package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.clusters.operations.Gap;
import io.dartagnan.clusters.operations.History;
import io.dartagnan.clusters.operations.HistoryComparison;
import io.dartagnan.clusters.operations.HistoryRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random operations over the whole API of tables, on three clouds, on one cluster with sealed
 * columns, and on plain HBase: results and exceptions are equal, step by step.
 *
 * <p>{@code -Ddartagnan.operations=N} sets the number of steps, {@code -Ddartagnan.seed=N} repeats
 * a run. A difference is made smaller, on fresh tables, and printed with the seed and the number of
 * steps that repeat it alone. Steps whose outcome HBase leaves open are counted by the rule that
 * leaves them out, and operations that the Safe Client has not must be refused and change nothing.
 */
@EndToEnd
@Timeout(value = 4, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RandomOperationsIT {
  private static final int OPERATIONS = Integer.getInteger("dartagnan.operations", 800);
  private static final int OF_A_HISTORY = Math.min(300, OPERATIONS);
  private static final int HISTORIES = OPERATIONS / OF_A_HISTORY;
  private static final int THREADS = 4;
  private static final int TOLD_EACH = 25;

  /** Histories that are made smaller; the others that differ are named only. */
  private static final int MOST_EXPLAINED = 8;

  private static final Duration DEADLINE = Duration.ofHours(3);

  private final LocalClusters clusters;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  @TempDir private static Path folder;

  private Connection plain;
  private Connection safe;
  private Connection oneCluster;

  RandomOperationsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    // What fails in plain HBase is tried again for minutes otherwise.
    Configuration impatient = new Configuration(false);
    impatient.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    plain = clusters.baseline(impatient);
    Configuration settings = new Configuration(false);
    Path key = folder.resolve("key");
    KeyFile.create(key);
    settings.set(ClientKeys.KEY_FILE, key.toString());
    safe = clusters.safe(settings);
    oneCluster = clusters.oneCluster(settings);
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    IOUtils.close(plain, safe, oneCluster);
  }

  @Test
  void threeCloudsDoAsOneHBase() throws Exception {
    compareAll(new HistoryComparison(plain, safe, "random-operations-"));
  }

  @Test
  void oneClusterDoesAsPlainHBase() throws Exception {
    compareAll(HistoryComparison.onOneCluster(plain, oneCluster, "sealed-operations-"));
  }

  private void compareAll(HistoryComparison comparison) throws Exception {
    System.out.println("RandomOperationsIT: -Ddartagnan.seed=" + seed);
    counts.clear();
    differences.clear();
    List<Future<?>> histories = new ArrayList<>();
    for (int i = 0; i < HISTORIES; i++) {
      long own = seed + i;
      histories.add(threads.submit(() -> compare(comparison, History.of(own, OF_A_HISTORY))));
    }
    try {
      for (int i = 0; i < HISTORIES; i++) {
        await(histories.get(i));
        if ((i + 1) % TOLD_EACH == 0) {
          System.out.printf("  %d of %d histories%n", i + 1, HISTORIES);
        }
      }
    } finally {
      histories.forEach(history -> history.cancel(true));
    }
    System.out.printf("%d operations in %d histories: %s%n", OPERATIONS, HISTORIES, counts);
    assertThat(differences).as("seed %d: %s", seed, String.join("\n", differences)).isEmpty();
    // Or it would compare little. Two short histories may have few rows by chance.
    assertThat(counts.getOrDefault("equal", 0)).isGreaterThan(OPERATIONS / 3);
    assertThat(counts.getOrDefault("with cells", 0)).isGreaterThan(OPERATIONS / 10);
    if (HISTORIES > 1) {
      assertThat(counts.getOrDefault("changes of the table", 0)).isPositive();
    }
    if (!Gap.open().isEmpty()) {
      // Not each of them: a short run may happen to have none of some.
      assertThat(counts.keySet()).containsAnyElementsOf(gaps());
    }
  }

  private static List<String> gaps() {
    return Gap.open().stream().map(Gap::toString).toList();
  }

  private Void compare(HistoryComparison comparison, History history) throws Exception {
    HistoryComparison.Ended ended = comparison.compare(history);
    count(ended.run());
    if (ended.difference().isEmpty()) {
      return null;
    }
    String where =
        "-Ddartagnan.seed=%d -Ddartagnan.operations=%d".formatted(history.seed(), OF_A_HISTORY);
    boolean explained;
    synchronized (differences) {
      differences.add(where);
      explained = differences.size() <= MOST_EXPLAINED;
    }
    if (explained) {
      String smallest = comparison.explain(history, ended.difference().get());
      System.out.println(where + "\n" + smallest);
      synchronized (differences) {
        differences.add(where + "\n" + smallest);
      }
    }
    return null;
  }

  private void count(HistoryRun run) {
    synchronized (counts) {
      counts.merge("equal", run.compared(), Integer::sum);
      counts.merge("with cells", run.withAnswers(), Integer::sum);
      counts.merge("failed alike", run.failed(), Integer::sum);
      counts.merge("changes of the table", run.changes(), Integer::sum);
      run.leftOut().forEach((rule, times) -> counts.merge("left out " + rule, times, Integer::sum));
      run.refused().forEach((gap, times) -> counts.merge(gap.toString(), times, Integer::sum));
    }
  }

  private static void await(Future<?> history) throws Exception {
    try {
      history.get(DEADLINE.toMinutes(), TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a history has not ended within " + DEADLINE, e);
    }
  }
}

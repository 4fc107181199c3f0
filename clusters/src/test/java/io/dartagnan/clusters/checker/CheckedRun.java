package io.dartagnan.clusters.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.clusters.it.ThreeClouds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Random calls of several client processes, whose clocks differ, while a cloud has faults and loses
 * what it had, clients are killed, halt, close connections and can start no threads, and regions
 * split, move, flush and compact: whatever the clients saw of a cell, one HBase could have
 * answered, and when all is quiet nothing is lost or unreadable, the application sees the newest
 * version that all three clouds have, and what killed clients left half-done is gone from all of
 * them once it was read. Rows of which a read saw a write of several columns in part are counted,
 * and so is what a client left that cannot be told from what a cloud lost; {@code
 * -Dchecker.rows=true} fails for the former.
 *
 * <p>{@code -Ddartagnan.seed=N} repeats the faults and the calls of a run, though not their timing;
 * {@code -Dchecker.minutes=M} sets the time, which is longer where calls are few; {@code
 * -Dchecker.rare=N} how many of the rare faults are drawn; {@code -Dchecker.clocks.ms=N} by how
 * much clocks differ; with {@code -Dchecker.replicated=true} reads go on with two clouds, and with
 * {@code -Dchecker.tagged=true} those of suite {@code verified} with tags; with {@code
 * -Dchecker.mend=false} what a cloud has lost stays lost until the end ({@link LostRows}). What the
 * clients wrote down stays in {@code target/checker}.
 */
public final class CheckedRun {
  static final TableName TABLE = TableName.valueOf("checked");

  /** Name of the clients' key file in the folder of what they write down. */
  static final String KEY_FILE = "key";

  private static final double MINUTES =
      Double.parseDouble(System.getProperty("checker.minutes", "1"));
  private static final int PROCESSES = Integer.getInteger("checker.processes", 2);

  /** Of the rare faults, so many kinds are drawn. */
  private static final int RARE = Integer.getInteger("checker.rare", 2);

  private static final boolean WHOLE_ROWS = Boolean.getBoolean("checker.rows");

  private static final int MOST_CONFIGURATIONS =
      Integer.getInteger("checker.configurations", 50_000);
  private static final int SHOWN = 5;

  /** Writes and reads without which a run says nothing. */
  private static final int FEWEST = 100;

  /** Time by which a run is longer at most where so many take longer, on a busy machine. */
  private static final Duration LONGER = Duration.ofMinutes(5);

  /** Time after which what was called so far is checked: a long run that is wrong ends early. */
  private static final Duration LOOK = Duration.ofMinutes(10);

  /** Longest pause of the housekeeping. */
  private static final int LONGEST_REST_MS = 1_500;

  private final ThreeClouds clusters;
  private final List<Fault> common;
  private final List<Fault> rare;
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
  private long lookedAt = System.nanoTime();

  /**
   * A run on clouds of which all are up.
   *
   * @param common faults that are made, each kind at least once
   * @param rare faults of which some are drawn, as are some of clients
   */
  public CheckedRun(ThreeClouds clusters, List<Fault> common, List<Fault> rare) {
    this.clusters = clusters;
    this.common = common;
    this.rare = rare;
  }

  /** Runs, and fails if an answer was wrong, or if there were few. */
  public void run() throws Exception {
    System.out.printf("checker: -Ddartagnan.seed=%d, %s minutes%n", seed, MINUTES);
    Path histories = Files.createDirectories(clusters.target().resolve("checker"));
    Path own = Files.createTempDirectory(histories, "seed" + seed + "-");
    Configuration settings = new Configuration(false);
    settings.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LocalClusters.LEFTOVER_AGE.toMillis());
    KeyFile.create(own.resolve(KEY_FILE));
    settings.set(ClientKeys.KEY_FILE, own.resolve(KEY_FILE).toString());
    try (Connection connection = clusters.safe(settings);
        HistoryLog log = new HistoryLog(own.resolve("faults.history"))) {
      create(connection);
      LostRows lost = new LostRows(clusters, connection, TABLE, log);
      call(own, lost, log);
      lost.clear();
      History called = History.of(own);
      QuietTable quiet = new QuietTable(clusters, connection, TABLE);
      List<String> wrong = new ArrayList<>(quiet.read(own.resolve("final.history")));
      wrong.addAll(quiet.notShown());
      wrong.addAll(quiet.filteredOtherwise(new Random(seed)));
      Map<Outcome, List<String>> leftovers = quiet.leftovers();
      leftovers.forEach(
          (outcome, left) -> {
            if (outcome != Outcome.KEPT) {
              left.forEach(each -> wrong.add("left, " + outcome + ": " + each));
            }
          });
      List<String> kept = leftovers.getOrDefault(Outcome.KEPT, List.of());
      History history = History.of(own);
      List<String> inParts = new ArrayList<>();
      wrong.addAll(violations(history, inParts));
      wrong.addAll(lost.wrong(history));
      if (WHOLE_ROWS) {
        wrong.addAll(inParts);
      }
      print(history, wrong);
      System.out.printf(
          "  %d rows were seen in parts, %d leftovers stay%n", inParts.size(), kept.size());
      Files.write(own.resolve("in-parts.txt"), inParts);
      Files.write(own.resolve("leftovers.txt"), kept);
      requireNone(wrong, own);
      assertThat(saysSomething(called))
          .as("%d writes acknowledged, %d rows read", called.acknowledged(), called.reads())
          .isTrue();
    }
  }

  private void requireNone(List<String> wrong, Path folder) throws IOException {
    Path report = Files.write(folder.resolve("wrong.txt"), wrong);
    assertThat(wrong.stream().limit(SHOWN).toList())
        .as("%d things, all in %s; -Ddartagnan.seed=%d", wrong.size(), report, seed)
        .isEmpty();
  }

  private static void create(Connection connection) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Column.FAMILY))
            // Of a table without one, two clouds would not be enough for reads.
            .setValue("dartagnan.suite", Column.TAGGED ? "verified" : "araki")
            .setValue("dartagnan.tag", Column.TAGGED ? "hmac-sha256" : null);
    for (Column column : Column.values()) {
      descriptor.setValue(column.declaration(), column.protection());
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          descriptor.build(), new byte[][] {Bytes.toBytes("cold-150"), Bytes.toBytes("hot-003")});
    }
  }

  private void call(Path histories, LostRows lost, HistoryLog log) throws Exception {
    Random random = new Random(seed);
    Housekeeping housekeeping =
        new Housekeeping(
            clusters, TABLE, new Random(random.nextLong()), Rows::random, LONGEST_REST_MS);
    Thread keeper = new Thread(housekeeping, "housekeeping");
    try (ClientProcesses clients =
        new ClientProcesses(clusters, TABLE, histories, new Random(random.nextLong()), PROCESSES)) {
      keeper.start();
      Fault killed = new Fault("kill of clients", (cloud, any) -> clients.replaceOne(cloud));
      List<Fault> drawn = new ArrayList<>(rare);
      drawn.addAll(clients.faults());
      Collections.shuffle(drawn, random);
      List<Fault> round = new ArrayList<>(common);
      round.addAll(List.of(killed, killed));
      round.addAll(drawn.subList(0, Math.min(RARE, drawn.size())));
      round.replaceAll(fault -> looked(noted(fault, lost, log), histories));
      Map<String, Integer> made =
          new FaultSequence(round, new Random(random.nextLong()))
              .run(
                  Duration.ofMillis((long) (MINUTES * 60_000)),
                  () -> saysSomething(History.of(histories)),
                  LONGER);
      System.out.printf("  faults: %s%n", made);
    } finally {
      housekeeping.end();
      keeper.join(Duration.ofMinutes(2).toMillis());
      clusters.restore();
    }
    System.out.printf("  %d flushes, compactions, moves and splits%n", housekeeping.done());
  }

  /** A fault of which the history says what was lost, and after which every row is read. */
  private static Fault noted(Fault fault, LostRows lost, HistoryLog log) {
    if (fault.loss() == Fault.Loss.NOTHING) {
      return fault;
    }
    return new Fault(
        fault.name(),
        fault.loss(),
        (cloud, random) -> {
          long begun = System.nanoTime();
          try {
            fault.making().make(cloud, random);
          } finally {
            log.crashed(begun, fault.loss());
          }
          if (fault.loss() == Fault.Loss.WRITES) {
            lost.lost(cloud);
          }
        });
  }

  /** A fault behind which what was called so far is checked, if it is time. */
  private Fault looked(Fault fault, Path histories) {
    return new Fault(
        fault.name(),
        fault.loss(),
        (cloud, random) -> {
          fault.making().make(cloud, random);
          if (System.nanoTime() - lookedAt > LOOK.toNanos()) {
            requireNone(violations(History.of(histories), new ArrayList<>()), histories);
            lookedAt = System.nanoTime();
          }
        });
  }

  private static boolean saysSomething(History history) {
    return history.acknowledged() > FEWEST && history.reads() > FEWEST;
  }

  private static List<String> violations(History history, List<String> inParts) {
    List<String> wrong = new ArrayList<>();
    Linearisability checker = new Linearisability(MOST_CONFIGURATIONS, history.crashes());
    history
        .byRow()
        .forEach(
            (row, calls) -> {
              Linearisability.Verdict verdict = checker.check(calls);
              verdict.violation().ifPresent(wrong::add);
              verdict.inParts().ifPresent(inParts::add);
              if (!verdict.decided()) {
                wrong.add(
                    "row %s has more than %d possible states at a time and was not decided"
                        .formatted(row, MOST_CONFIGURATIONS));
              }
            });
    history.failedReads().stream()
        .filter(message -> message.contains("cannot be put together"))
        .forEach(wrong::add);
    return wrong;
  }

  private static void print(History history, List<String> wrong) {
    System.out.printf(
        "  %d calls, %d writes acknowledged, %d writes and %d reads failed, %d things wrong%n",
        history.size(),
        history.acknowledged(),
        history.failures().size(),
        history.failedReads().size(),
        wrong.size());
    Map<String, Integer> kinds = new TreeMap<>();
    history.failures().forEach(each -> kinds.merge(brief(each), 1, Integer::sum));
    history.failedReads().forEach(each -> kinds.merge(brief(each), 1, Integer::sum));
    kinds.forEach((kind, count) -> System.out.printf("  %6d %s%n", count, kind));
  }

  private static String brief(String message) {
    String text = message.replaceAll("[0-9]+", "#");
    return text.substring(0, Math.min(140, text.length()));
  }
}

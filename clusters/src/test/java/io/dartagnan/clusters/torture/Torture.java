package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.checker.Housekeeping;
import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.clusters.torture.Ledger.Found;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Writers, deleters, filters and aggregates on two tables at once, of which share columns of one
 * may be kept, while regions split, move, flush and compact and, if that is asked for, clouds and
 * RegionServers go and come back. All choices follow from a seed, not their timing.
 */
final class Torture {
  private static final int ROWS = 1_200;
  private static final int WRITERS = 2;
  private static final int ASKERS = 3;

  /** Longest pause of the housekeeping, in which blocks can be kept on all three clouds. */
  private static final int LONGEST_REST_MS = 3_000;

  /** Of the time, one part in so many is without housekeeping, so that nothing drops blocks. */
  private static final int CALM_PART = 3;

  private static final int QUIET_QUESTIONS = 24;
  private static final int SHOWN = 10;

  /** The second time blocks are built, so that later ones meet them. */
  private static final int REPETITIONS = 3;

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** So that much is called while a cloud is away. */
  private static final Duration PATIENCE_WITH_FAULTS = Duration.ofSeconds(15);

  /** So that no call fails without a cloud being away, however busy the machine is. */
  private static final Duration PATIENCE_WITH_RESTARTS = Duration.ofMinutes(1);

  private static final Duration END_DEADLINE = Duration.ofMinutes(10);

  /** The system property with the time of a long run; a short one has seconds, and no faults. */
  static final String MINUTES = "torture.minutes";

  private static final Duration SHORT = Duration.ofSeconds(20);

  private final LocalClusters clusters;
  private final String name;
  private final Random random = random();
  private final Findings findings = new Findings();
  private final Outages outages = new Outages();

  /**
   * A torture.
   *
   * @param name the first part of its tables' names
   */
  Torture(LocalClusters clusters, String name) {
    this.clusters = clusters;
    this.name = name;
  }

  /** The choices of a test: {@code -Ddartagnan.seed=N} repeats those of the seed that it prints. */
  static Random random() {
    long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
    System.out.printf("torture: -Ddartagnan.seed=%d%n", seed);
    return new Random(seed);
  }

  /** Events of the clouds meanwhile, beside regions that split and move. */
  interface Course {
    void take(TableName table, Outages outages, Random random) throws Exception;
  }

  /** Goes on for its time, and then looks at the tables when all is quiet. */
  void run() throws Exception {
    String minutes = System.getProperty(MINUTES);
    if (minutes == null) {
      Duration calm = SHORT.dividedBy(CALM_PART);
      run(PATIENCE, (table, outages, any) -> rest(SHORT.minus(calm)), calm);
      return;
    }
    Duration time = Duration.ofMillis((long) (Double.parseDouble(minutes) * 60_000));
    Duration calm = time.dividedBy(CALM_PART);
    long end = System.nanoTime() + time.minus(calm).toNanos();
    run(PATIENCE_WITH_FAULTS, (table, outages, any) -> faults(table, outages, any, end), calm);
  }

  private void faults(TableName table, Outages outages, Random any, long end)
      throws IOException, InterruptedException {
    CloudFaults maker = new CloudFaults(clusters, table, outages, any);
    while (System.nanoTime() - end < 0) {
      maker.one();
    }
  }

  private static void rest(Duration time) throws InterruptedException {
    new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Goes on while clouds are upgraded, or whatever else is done to them one at a time. */
  void during(Course course) throws Exception {
    run(PATIENCE_WITH_RESTARTS, course, SHORT);
  }

  /**
   * Goes on while clouds take their course, and then looks at the tables when all is quiet.
   *
   * @param patience longest wait of a call
   * @param calm time without housekeeping behind it
   */
  private void run(Duration patience, Course course, Duration calm) throws Exception {
    try (Connection connection = clusters.safe(ClientPatience.of(patience))) {
      List<TorturedTable> tables =
          List.of(
              TorturedTable.create(connection, name + "-kept", true, ROWS, random, outages),
              TorturedTable.create(connection, name + "-not-kept", false, ROWS, random, outages));
      disturb(tables, course, calm);
      System.out.printf("  %s%n", findings);
      requireNothingWrong();
      for (TorturedTable table : tables) {
        quiet(table);
      }
    }
    System.out.printf("  when quiet: %s%n", findings);
    requireNothingWrong();
    assertThat(findings.writes()).isGreaterThan(20);
    assertThat(findings.rows()).isGreaterThan(20);
  }

  private void requireNothingWrong() {
    assertThat(findings.wrong().stream().limit(SHOWN).toList()).as("%s", findings).isEmpty();
  }

  private void disturb(List<TorturedTable> tables, Course course, Duration calm) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    List<Housekeeping> keepers = new ArrayList<>();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new ArrayList<>();
    try {
      for (TorturedTable table : tables) {
        AtomicLong numbers = new AtomicLong();
        for (int i = 0; i < WRITERS; i++) {
          Random own = new Random(random.nextLong());
          running.add(
              threads.submit(new Writer(table, i, WRITERS, own, numbers, outages, findings, over)));
        }
        for (int i = 0; i < ASKERS; i++) {
          Random own = new Random(random.nextLong());
          running.add(threads.submit(new Asker(table, own, outages, findings, over)));
        }
        Housekeeping keeper =
            new Housekeeping(
                clusters,
                table.name(),
                new Random(random.nextLong()),
                any -> TorturedTable.key(any.nextInt(ROWS)),
                LONGEST_REST_MS);
        keepers.add(keeper);
        running.add(threads.submit(keeper));
      }
      course.take(tables.get(0).name(), outages, new Random(random.nextLong()));
      keepers.forEach(Housekeeping::end);
      rest(calm);
    } finally {
      over.countDown();
      keepers.forEach(Housekeeping::end);
      try {
        end(running);
      } finally {
        threads.shutdownNow();
      }
    }
    int kept = keepers.stream().mapToInt(Housekeeping::done).sum();
    System.out.printf("  %d flushes, compactions, moves and splits%n", kept);
  }

  private static void end(List<Future<?>> running)
      throws InterruptedException, ExecutionException, TimeoutException {
    for (Future<?> each : running) {
      each.get(END_DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** Filters find what a plain scan shows, and so do the acknowledged writes. */
  private void quiet(TorturedTable table) throws Exception {
    CountDownLatch over = new CountDownLatch(0);
    Asker asker = new Asker(table, new Random(random.nextLong()), outages, findings, over);
    List<Found> all = table.all();
    Random questions = new Random(random.nextLong());
    for (int i = 0; i < QUIET_QUESTIONS; i++) {
      Question question = Question.random(questions, ROWS);
      List<Found> expected =
          all.stream()
              .filter(row -> row.row() >= question.first() && row.row() < question.end())
              .filter(row -> question.holds(row.values()))
              .toList();
      for (int again = 0; again < REPETITIONS; again++) {
        assertThat(table.filter(question))
            .as("%s in %s", question, table.name())
            .isEqualTo(expected);
      }
      assertThat(table.count(question)).as("count of %s", question).isEqualTo(expected.size());
      assertThat(table.sum(question))
          .as("sum of %s", question)
          .isEqualTo(expected.stream().mapToLong(row -> question.summand(row.values())).sum());
      asker.ask();
    }
  }
}

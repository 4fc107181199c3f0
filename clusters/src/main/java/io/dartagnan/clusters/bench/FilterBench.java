package io.dartagnan.clusters.bench;

import io.dartagnan.clusters.bench.MeasuredSystem.WrongAnswerException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Connection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Program that loads the same rows into the three clouds, into each of them without shares, and
 * into one plain HBase, and measures filters over them side by side.
 */
@Command(name = "clusters/bench-filter")
public final class FilterBench implements Callable<Integer> {
  private static final long SEED = 20;

  /** The environment variable with the folder of the clouds that are up. */
  private static final String CLOUDS = "DARTAGNAN_OWN_CLOUDS";

  @Mixin private FilterBenchOptions options;

  @Mixin private MeasuredFolders folders;

  private FilterBench() {}

  /** Runs it; ends with 0, or with 1 and one sentence on standard error. */
  public static void main(String[] arguments) {
    MeasuredFolders.run(new FilterBench(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    MeasuredRows rows = new MeasuredRows(options.rows(), SEED);
    MeasuredTables tables = new MeasuredTables(rows);
    try (MeasuredSystem plain = folders.openPlain();
        MeasuredSystem plain3 = folders.openPlain3();
        MeasuredSystem safe = folders.openSafe()) {
      tables.load(plain);
      tables.load(plain3);
      tables.load(safe, options.scheme(), options.suite());
      List<Connection> clouds = plain3.connections();
      MeasuredTables.flush(clouds, safe.table());
      MeasuredTables.flush(clouds, plain3.table());
      MeasuredTables.flush(plain.connections(), plain.table());
      try (CloudGauges gauges = CloudGauges.open(Path.of(System.getenv(CLOUDS)))) {
        if (options.clients().isEmpty()) {
          new OneAtATime(rows, plain, plain3, safe, gauges).run();
        } else {
          new ManyClients(rows, List.of(plain3, safe), gauges).run();
        }
      }
    }
    return 0;
  }

  /** Measurement of filters that many clients ask for at the same time, over and over. */
  private final class ManyClients {
    private static final double NANOS_OF_A_MILLISECOND = 1e6;
    private static final int PATIENCE_SECONDS = 600;

    private final MeasuredRows rows;
    private final List<MeasuredSystem> systems;
    private final CloudGauges gauges;

    ManyClients(MeasuredRows rows, List<MeasuredSystem> systems, CloudGauges gauges) {
      this.rows = rows;
      this.systems = systems;
      this.gauges = gauges;
    }

    void run() throws IOException {
      for (Question question : options.questions()) {
        for (int clients : options.clients()) {
          for (MeasuredSystem system : systems) {
            System.err.printf(
                "measuring %s by %d clients of %s ...%n", question.label(), clients, system.name());
            // The compilers have to do with what many clients do, which is not what one does.
            run(question, clients, system, options.warming().toSeconds(), false);
            run(question, clients, system, options.seconds(), true);
          }
        }
      }
      printMemory();
    }

    private void printMemory() throws IOException {
      List<Long> taken = gauges.mostMemoryTaken();
      List<Long> budgets = gauges.memoryBudgets();
      for (int cloud = 0; cloud < taken.size(); cloud++) {
        System.out.printf(
            "cloud=%d memory_most_bytes=%d memory_budget_bytes=%d%n",
            cloud, taken.get(cloud), budgets.get(cloud));
      }
    }

    private void run(
        Question question, int clients, MeasuredSystem system, long seconds, boolean isMeasured)
        throws IOException {
      ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
      AtomicLong errors = new AtomicLong();
      ConcurrentLinkedQueue<IOException> causes = new ConcurrentLinkedQueue<>();
      long start = System.nanoTime();
      long end = start + TimeUnit.SECONDS.toNanos(seconds);
      ExecutorService threads = Executors.newFixedThreadPool(clients);
      try {
        List<Future<Void>> running = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
          running.add(
              threads.submit(
                  () -> {
                    do {
                      long began = System.nanoTime();
                      try {
                        long answer = system.ask(question);
                        times.add(System.nanoTime() - began);
                        WrongAnswerException.requireRight(system, question, answer, rows);
                      } catch (WrongAnswerException e) {
                        throw e;
                      } catch (IOException e) {
                        errors.incrementAndGet();
                        causes.add(e);
                      }
                    } while (System.nanoTime() - end < 0);
                    return null;
                  }));
        }
        for (Future<Void> each : running) {
          await(each, seconds);
        }
      } finally {
        threads.shutdownNow();
      }
      if (isMeasured) {
        print(
            question,
            clients,
            system,
            times.stream().mapToLong(Long::longValue).toArray(),
            errors.get(),
            start);
      }
      causes.stream()
          .findFirst()
          .ifPresent(cause -> System.err.println("the first error: " + cause.getMessage()));
    }

    private static void await(Future<Void> client, long seconds) throws IOException {
      try {
        client.get(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        throw new IOException(
            "a client has not ended %d s after its time".formatted(PATIENCE_SECONDS), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while clients ask");
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
      }
    }

    /** One line; the last questions end after the time is up, and the rate counts that time too. */
    private void print(
        Question question,
        int clients,
        MeasuredSystem system,
        long[] nanos,
        long errors,
        long start) {
      double seconds = (System.nanoTime() - start) / 1e9;
      boolean none = nanos.length == 0;
      System.out.printf(
          Locale.ROOT,
          "clients=%d system=%s rows=%d scheme=%s op=%s ops_s=%.2f median_ms=%.1f p95_ms=%.1f longest_ms=%.1f errors=%d%n",
          clients,
          system.name(),
          rows.count(),
          options.scheme(),
          question.label(),
          nanos.length / seconds,
          none ? Double.NaN : Median.quantile(nanos, 0.5) / NANOS_OF_A_MILLISECOND,
          none ? Double.NaN : Median.quantile(nanos, 0.95) / NANOS_OF_A_MILLISECOND,
          none ? Double.NaN : Median.quantile(nanos, 1) / NANOS_OF_A_MILLISECOND,
          errors);
    }
  }

  /**
   * Measurement of one question at a time. The systems are asked in turns, so that a busy machine
   * slows all of them.
   */
  private final class OneAtATime {
    private static final int LEAST_WARMING_RUNS = 3;

    /** New connections that are measured at least: they differ more than answers do. */
    private static final int LEAST_FIRST_RUNS = 15;

    /** Part of the time for questions in which connections are opened before they are measured. */
    private static final int FIRST_WARMING_PART = 4;

    /** Runs that may be needed until share columns are built beside them. */
    private static final int MOST_WARMING_RUNS = 30;

    /** Time for them where runs are short: what clouds tell of themselves is seconds old. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final MeasuredRows rows;
    private final CloudGauges gauges;
    private final List<Turn> turns;

    /** A system, and how it is asked. */
    private record Turn(MeasuredSystem system, boolean byShareColumns) {}

    /**
     * A measurement.
     *
     * @param plain one plain HBase
     * @param plain3 three of them
     * @param safe the three clouds
     */
    OneAtATime(
        MeasuredRows rows,
        MeasuredSystem plain,
        MeasuredSystem plain3,
        MeasuredSystem safe,
        CloudGauges gauges) {
      this.rows = rows;
      this.gauges = gauges;
      this.turns =
          List.of(
              new Turn(plain, true),
              new Turn(plain3, true),
              new Turn(safe, false),
              new Turn(safe, true));
    }

    void run() throws IOException {
      for (Question question : options.questions()) {
        System.err.println("measuring " + question.label() + " ...");
        run(question);
      }
    }

    private void run(Question question) throws IOException {
      awaitShareColumns(question);
      warmUp(question);
      long[][] nanos = new long[turns.size()][options.runs()];
      for (int run = 0; run < options.runs(); run++) {
        for (int turn = 0; turn < turns.size(); turn++) {
          nanos[turn][run] = time(turns.get(turn), question);
        }
      }
      long[][] first = firstAnswers(question);
      double plain = Median.seconds(nanos[0]);
      double plain3 = Median.seconds(nanos[1]);
      double cold = Median.seconds(nanos[2]);
      double secure = Median.seconds(nanos[3]);
      System.out.printf(
          Locale.ROOT,
          "rows=%d scheme=%s op=%s plain_s=%.4f plain3_s=%.4f secure_cold_s=%.4f secure_s=%.4f ratio1=%.2f ratio3=%.2f cold_ratio3=%.2f heap_bytes_per_row=%.1f plain_first_s=%.4f secure_first_s=%.4f%n",
          rows.count(),
          options.scheme(),
          question.label(),
          plain,
          plain3,
          cold,
          secure,
          secure / plain,
          secure / plain3,
          cold / plain3,
          (double) gauges.mostColumnBytes() / rows.count(),
          Median.seconds(first[0]),
          Median.seconds(first[1]));
    }

    /** Times of first answers to new connections: of plain HBase, and of the clouds. */
    private long[][] firstAnswers(Question question) throws IOException {
      long until = System.nanoTime() + options.warming().toNanos() / FIRST_WARMING_PART;
      for (int run = 0; run < LEAST_FIRST_RUNS || System.nanoTime() < until; run++) {
        timeFirst(folders::openPlain, question);
        timeFirst(folders::openSafe, question);
      }
      int runs = Math.max(LEAST_FIRST_RUNS, options.runs());
      long[][] nanos = new long[2][runs];
      for (int run = 0; run < runs; run++) {
        nanos[0][run] = timeFirst(folders::openPlain, question);
        nanos[1][run] = timeFirst(folders::openSafe, question);
      }
      return nanos;
    }

    private void warmUp(Question question) throws IOException {
      long until = System.nanoTime() + options.warming().toNanos();
      for (int run = 0; run < LEAST_WARMING_RUNS || System.nanoTime() < until; run++) {
        for (Turn turn : turns) {
          time(turn, question);
        }
      }
    }

    /** Asks until all three clouds answer from share columns, which they build meanwhile. */
    private void awaitShareColumns(Question question) throws IOException {
      Turn safe = turns.get(turns.size() - 1);
      List<Long> before = gauges.columnHits();
      long until = System.nanoTime() + LONGEST_WAIT.toNanos();
      for (int run = 0; run < MOST_WARMING_RUNS || System.nanoTime() < until; run++) {
        time(safe, question);
        List<Long> now = gauges.columnHits();
        boolean all = true;
        for (int cloud = 0; cloud < now.size(); cloud++) {
          all &= now.get(cloud) > before.get(cloud);
        }
        if (all) {
          return;
        }
      }
      System.err.println("the clouds keep no share columns for this question; secure_s is without");
    }

    /** Opens a system. */
    @FunctionalInterface
    private interface Opener {
      MeasuredSystem open() throws IOException;
    }

    /** The time from opening a connection to the end of its first answer. */
    private long timeFirst(Opener opener, Question question) throws IOException {
      long start = System.nanoTime();
      try (MeasuredSystem fresh = opener.open()) {
        long answer = fresh.ask(question);
        long time = System.nanoTime() - start;
        WrongAnswerException.requireRight(fresh, question, answer, rows);
        return time;
      }
    }

    private long time(Turn turn, Question question) throws IOException {
      long start = System.nanoTime();
      long answer = turn.system.ask(question, turn.byShareColumns);
      long time = System.nanoTime() - start;
      WrongAnswerException.requireRight(turn.system, question, answer, rows);
      return time;
    }
  }
}

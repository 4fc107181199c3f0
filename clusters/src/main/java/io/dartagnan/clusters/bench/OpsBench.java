package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Program that loads the same rows into the three clouds, into each of them without shares, and
 * into one plain HBase, and measures single operations on them side by side.
 */
@Command(name = "clusters/bench-ops")
public final class OpsBench implements Callable<Integer> {
  private static final long SEED = 20;

  @Mixin private OpsBenchOptions options;

  @Mixin private MeasuredFolders folders;

  private OpsBench() {}

  /** Runs it; ends with 0, or with 1 and one sentence on standard error. */
  public static void main(String[] arguments) {
    MeasuredFolders.run(new OpsBench(), arguments);
  }

  @Override
  public Integer call() throws IOException {
    MeasuredRows rows = new MeasuredRows(options.rows(), SEED);
    MeasuredTables tables = new MeasuredTables(rows);
    try (MeasuredSystem plain = folders.openPlain();
        MeasuredSystem plain3 = folders.openPlain3();
        MeasuredSystem safe = folders.openSafe();
        MeasuredSystem tagged = options.tags() ? folders.openTagged() : null;
        MeasuredSystem one = options.oneCluster() ? folders.openOneCluster() : null) {
      tables.load(plain);
      tables.load(plain3);
      tables.load(safe, options.scheme(), "araki");
      if (tagged != null) {
        tables.load(tagged, options.scheme(), "araki");
      }
      if (one != null) {
        tables.load(one, options.scheme(), "araki");
      }
      new OperationTurns(rows, plain, plain3, safe, tagged, one).run();
    }
    return 0;
  }

  /**
   * Measurement of single operations. The systems perform them in turns, so that a busy machine
   * slows all of them.
   */
  private final class OperationTurns {
    private final MeasuredRows rows;
    private final MeasuredSystem plain3;
    private final List<MeasuredSystem> systems;

    /**
     * A measurement.
     *
     * @param plain one plain HBase
     * @param plain3 three of them, in the processes of the three clouds
     * @param safe the three clouds
     * @param tagged they with tags; null for none
     * @param one the plain HBase with encrypted columns; null for none
     */
    OperationTurns(
        MeasuredRows rows,
        MeasuredSystem plain,
        MeasuredSystem plain3,
        MeasuredSystem safe,
        MeasuredSystem tagged,
        MeasuredSystem one) {
      this.rows = rows;
      this.plain3 = plain3;
      this.systems = Stream.of(plain, plain3, safe, tagged, one).filter(Objects::nonNull).toList();
    }

    void run() throws IOException {
      for (MeasuredOperation operation : options.operations()) {
        if (operation == MeasuredOperation.INCREMENT && options.scheme().equals("xor")) {
          System.err.println("increment is left out: shares by xor have no sum");
          continue;
        }
        for (int threads : options.threads()) {
          System.err.printf("measuring %s with %d threads ...%n", operation.label(), threads);
          run(operation, threads);
        }
      }
    }

    private void run(MeasuredOperation operation, int threads) throws IOException {
      ExecutorService workers = Executors.newFixedThreadPool(threads);
      try {
        for (MeasuredSystem system : systems) {
          warm(operation, threads, system, workers);
          settle(system);
        }
        double[][] rates = new double[systems.size()][options.turns()];
        for (int turn = 0; turn < options.turns(); turn++) {
          for (int i = 0; i < systems.size(); i++) {
            rates[i][turn] = rate(operation, threads, systems.get(i), workers);
            settle(systems.get(i));
          }
        }
        double plain3 = Median.of(rates[1]);
        double safe = Median.of(rates[2]);
        System.out.printf(
            Locale.ROOT,
            "op=%s threads=%d plain_ops=%.0f plain3_ops=%.0f safe_ops=%.0f ratio3=%.2f%s%n",
            operation.label(),
            threads,
            Median.of(rates[0]),
            plain3,
            safe,
            plain3 / safe,
            further(rates, safe));
      } finally {
        workers.shutdownNow();
      }
    }

    private String further(double[][] rates, double safe) {
      StringBuilder text = new StringBuilder();
      for (int i = 3; i < systems.size(); i++) {
        double own = Median.of(rates[i]);
        text.append(
            systems.get(i).isTagged()
                ? " tagged_ops=%.0f ratio_of_tags=%.2f".formatted(own, safe / own)
                : " one_ops=%.0f ratio1=%.2f".formatted(own, Median.of(rates[0]) / own));
      }
      return text.toString();
    }

    /**
     * Has what a system has written put into files, and waits for their compaction: the next turn
     * is not to pay for it, nor to share the memory of the clouds' processes with it.
     */
    private void settle(MeasuredSystem system) throws IOException {
      MeasuredTables.settle(
          system.isSafe() ? plain3.connections() : system.connections(), system.table());
    }

    /** Performs an operation as often, and for as long, as the options say. */
    private void warm(
        MeasuredOperation operation, int threads, MeasuredSystem system, ExecutorService workers)
        throws IOException {
      AtomicInteger left = new AtomicInteger(operation.warming(options.warming()));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.warmingSeconds());
      perform(
          operation,
          threads,
          system,
          workers,
          () -> left.getAndDecrement() > 0 || System.nanoTime() - end < 0);
    }

    /**
     * Operations per second; those that are under way when the time is up count, and their time.
     */
    private double rate(
        MeasuredOperation operation, int threads, MeasuredSystem system, ExecutorService workers)
        throws IOException {
      long begun = System.nanoTime();
      long end = begun + TimeUnit.SECONDS.toNanos(operation.seconds(options.seconds()));
      long performed =
          perform(operation, threads, system, workers, () -> System.nanoTime() - end < 0);
      return performed * 1e9 / (System.nanoTime() - begun);
    }

    /** Performs an operation on random rows, and says how often. */
    private long perform(
        MeasuredOperation operation,
        int threads,
        MeasuredSystem system,
        ExecutorService workers,
        BooleanSupplier goesOn)
        throws IOException {
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        tasks.add(
            () -> {
              long performed = 0;
              while (goesOn.getAsBoolean()) {
                int row = ThreadLocalRandom.current().nextInt(rows.count());
                system.onEach(table -> operation.perform(table, rows, row));
                performed++;
              }
              return performed;
            });
      }
      long performed = 0;
      try {
        for (Future<Long> each : workers.invokeAll(tasks)) {
          performed += each.get();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while operations were measured");
      } catch (ExecutionException e) {
        throw new IOException(
            "%s on %s failed: %s"
                .formatted(operation.label(), system.name(), e.getCause().getMessage()),
            e.getCause());
      }
      return performed;
    }
  }
}

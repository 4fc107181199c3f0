package io.dartagnan.clusters.bench;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Measurement of filters that many clients ask for at the same time, over and over. */
final class ManyClients {
  private static final double NANOS_OF_A_MILLISECOND = 1e6;
  private static final int LEAST_WARMING_RUNS = 5;
  private static final int PATIENCE_SECONDS = 600;

  private final FilterBenchOptions options;
  private final MeasuredRows rows;
  private final List<MeasuredSystem> systems;
  private final CloudGauges gauges;

  ManyClients(
      FilterBenchOptions options,
      MeasuredRows rows,
      List<MeasuredSystem> systems,
      CloudGauges gauges) {
    this.options = options;
    this.rows = rows;
    this.systems = systems;
    this.gauges = gauges;
  }

  void run() throws IOException {
    long until = System.nanoTime() + options.warming().toNanos();
    for (int i = 0; i < LEAST_WARMING_RUNS || System.nanoTime() < until; i++) {
      for (MeasuredSystem system : systems) {
        system.ask(Question.EQUAL);
      }
    }
    for (int clients : options.clients()) {
      for (MeasuredSystem system : systems) {
        System.err.printf("measuring %d clients of %s ...%n", clients, system.name());
        run(clients, system);
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

  private void run(int clients, MeasuredSystem system) throws IOException {
    ConcurrentLinkedQueue<Long> times = new ConcurrentLinkedQueue<>();
    AtomicLong errors = new AtomicLong();
    ConcurrentLinkedQueue<IOException> causes = new ConcurrentLinkedQueue<>();
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(options.seconds());
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
                      long answer = system.ask(Question.EQUAL);
                      times.add(System.nanoTime() - began);
                      WrongAnswerException.requireRight(system, Question.EQUAL, answer, rows);
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
        await(each, options.seconds());
      }
    } finally {
      threads.shutdownNow();
    }
    print(
        clients, system, times.stream().mapToLong(Long::longValue).toArray(), errors.get(), start);
    causes.stream()
        .findFirst()
        .ifPresent(cause -> System.err.println("the first error: " + cause.getMessage()));
  }

  private static void await(Future<Void> client, int seconds) throws IOException {
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
  private void print(int clients, MeasuredSystem system, long[] nanos, long errors, long start) {
    double seconds = (System.nanoTime() - start) / 1e9;
    boolean none = nanos.length == 0;
    System.out.printf(
        Locale.ROOT,
        "clients=%d system=%s rows=%d scheme=%s op=%s ops_s=%.2f median_ms=%.1f p95_ms=%.1f longest_ms=%.1f errors=%d%n",
        clients,
        system.name(),
        rows.count(),
        options.scheme(),
        Question.EQUAL.label(),
        nanos.length / seconds,
        none ? Double.NaN : Median.quantile(nanos, 0.5) / NANOS_OF_A_MILLISECOND,
        none ? Double.NaN : Median.quantile(nanos, 0.95) / NANOS_OF_A_MILLISECOND,
        none ? Double.NaN : Median.quantile(nanos, 1) / NANOS_OF_A_MILLISECOND,
        errors);
  }
}

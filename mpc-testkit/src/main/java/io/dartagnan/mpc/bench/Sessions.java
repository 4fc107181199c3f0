package io.dartagnan.mpc.bench;

import com.sun.management.ThreadMXBean;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.session.Session;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sessions of three parties that run side by side in this process, a thread for each party of each.
 * While one session waits for a message another computes, as regions of one server do.
 *
 * <p>Begun once and used for any number of runs. Used by one thread; the first failure is final.
 */
public final class Sessions implements AutoCloseable {
  private static final long DEADLINE_SECONDS = 600;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** One party's side of one batch. */
  @FunctionalInterface
  public interface Side<R> {
    /** Evaluates it. */
    R evaluate(Context context, int batch);
  }

  /**
   * Result of one run.
   *
   * @param nanos from the start of the first batch to the end of the last
   * @param bytes payload that all parties sent
   * @param allocated bytes that the parties' threads allocated, their copies of messages included;
   *     more than was ever alive at once
   * @param results by batch, then by index of party
   */
  public record Run<R>(long nanos, long bytes, long allocated, List<List<R>> results) {}

  private record OneSide(Exchange exchange, Session session) {}

  private record Finished<R>(long nanoTime, long allocated, List<R> results) {}

  private final int count;
  private final List<Exchanges.Triple> triples = new ArrayList<>();
  private final ExecutorService threads;
  private List<OneSide> sides = List.of();

  private Sessions(int count) {
    this.count = count;
    this.threads = Executors.newFixedThreadPool(count * Party.ALL.size());
  }

  /** Opens so many sessions and agrees on their keys. */
  public static Sessions begin(Exchanges exchanges, int count) {
    Sessions sessions = new Sessions(count);
    try {
      sessions.begin(exchanges);
      return sessions;
    } catch (RuntimeException e) {
      sessions.close();
      throw e;
    }
  }

  private void begin(Exchanges exchanges) {
    List<Exchange> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Exchanges.Triple triple = exchanges.open();
      triples.add(triple);
      all.addAll(triple.sides());
    }
    sides = inParallel(all.size(), i -> new OneSide(all.get(i), Session.begin(all.get(i))));
  }

  /** Evaluates batches 0 to {@code batches - 1}, each by one of the sessions. */
  public <R> Run<R> run(int batches, Side<R> side) {
    AtomicLong began = new AtomicLong();
    CyclicBarrier together = new CyclicBarrier(sides.size(), () -> began.set(System.nanoTime()));
    long before = bytesSent();
    List<Finished<R>> finished =
        inParallel(
            sides.size(),
            i -> {
              List<R> results = new ArrayList<>();
              together.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
              long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
              for (int batch = i / Party.ALL.size(); batch < batches; batch += count) {
                results.add(side.evaluate(sides.get(i).session.nextBatch(), batch));
              }
              return new Finished<>(
                  System.nanoTime(),
                  THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore,
                  results);
            });
    long ended = finished.stream().mapToLong(Finished::nanoTime).max().orElseThrow();
    List<List<R>> results = new ArrayList<>();
    for (int batch = 0; batch < batches; batch++) {
      List<R> ofBatch = new ArrayList<>();
      for (Party party : Party.ALL) {
        int at = batch % count * Party.ALL.size() + party.index();
        ofBatch.add(finished.get(at).results.get(batch / count));
      }
      results.add(ofBatch);
    }
    long allocated = finished.stream().mapToLong(Finished::allocated).sum();
    return new Run<>(ended - began.get(), bytesSent() - before, allocated, results);
  }

  private long bytesSent() {
    return sides.stream().mapToLong(side -> side.exchange.bytesSent()).sum();
  }

  private interface Task<T> {
    T run(int index) throws InterruptedException, BrokenBarrierException, TimeoutException;
  }

  /** The tasks' results in order; the first failure ends them all. */
  private <T> List<T> inParallel(int tasks, Task<T> task) {
    CompletionService<T> completion = new ExecutorCompletionService<>(threads);
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int index = i;
      futures.add(completion.submit(() -> task.run(index)));
    }
    try {
      for (int i = 0; i < tasks; i++) {
        Future<T> done = completion.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
        if (done == null) {
          throw new IllegalStateException("a run took over " + DEADLINE_SECONDS + " seconds");
        }
        done.get();
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException e) {
      threads.shutdownNow();
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a party failed", e.getCause());
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while three parties ran");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      threads.awaitTermination(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    triples.forEach(triple -> triple.end().run());
  }
}

package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Calls to the three clouds in parallel, all of them awaited up to a deadline. */
public final class FanOut implements AutoCloseable {
  private final ExecutorService pool;
  private final Placement placement = Placement.THREE_CLOUDS;
  private final OwnThreadCalls here = new OwnThreadCalls();
  private final LongAdder timesFull = new LongAdder();
  private final SuspectedCloud suspected = new SuspectedCloud();

  /** On a pool, which it shuts down when it is closed. */
  public FanOut(ExecutorService pool) {
    this.pool = pool;
  }

  /** The cloud that did not answer the connection's last call to it. */
  public SuspectedCloud suspected() {
    return suspected;
  }

  /** The clouds that are called. */
  public Placement placement() {
    return placement;
  }

  /** The pool, for tasks that do not wait for other tasks. */
  public ExecutorService pool() {
    return pool;
  }

  /** Ends all threads; what is under way is interrupted. */
  @Override
  public void close() {
    pool.shutdownNow();
    here.close();
  }

  /** Calls that failed since no thread of the pool got free in time. */
  public long timesFull() {
    return timesFull.sum();
  }

  /** The failure of a call that the pool did not take, which is counted. */
  IOException rejected(RejectedExecutionException e) {
    if (!pool.isShutdown() && !(e.getCause() instanceof InterruptedException)) {
      timesFull.increment();
    }
    return new IOException(e.getMessage(), e);
  }

  /**
   * Runs the call on all three clouds.
   *
   * @return what each returned, in order of party
   * @throws IOException if at least one failed or did not answer in time; it names those clouds and
   *     is of HBase's own type
   */
  public <T> List<T> call(long withinMs, CloudCall<T> call) throws IOException {
    return CloudFailures.values(outcomes(withinMs, call));
  }

  /** As {@link #call}, leaving it to the caller what a failure means. */
  public <T> List<CloudOutcome<T>> outcomes(long withinMs, CloudCall<T> call) throws IOException {
    return outcomes(withinMs, call, (task, deadline) -> pool.execute(task));
  }

  /**
   * As {@link #outcomes}, but cloud 0 is called on this thread, which would only wait meanwhile: to
   * hand a call over takes longer than to make it.
   */
  public <T> List<CloudOutcome<T>> outcomesHere(long withinMs, CloudCall<T> call)
      throws IOException {
    return outcomes(withinMs, call, here::run);
  }

  /** Has cloud 0 called. */
  @FunctionalInterface
  private interface FirstCall {

    /**
     * Begins the call, and may wait for its end.
     *
     * @param deadline at which it is not waited for any longer, as {@link System#nanoTime}
     */
    void begin(FutureTask<?> call, long deadline);
  }

  private <T> List<CloudOutcome<T>> outcomes(long withinMs, CloudCall<T> call, FirstCall first)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    // The caller is woken once, when the last of them has ended.
    CountDownLatch left = new CountDownLatch(placement.clouds().size());
    List<FutureTask<T>> running = new ArrayList<>();
    for (Party cloud : placement.clouds()) {
      running.add(
          new FutureTask<>(() -> call.on(cloud)) {
            @Override
            protected void done() {
              left.countDown();
            }
          });
    }
    boolean awaited = false;
    try {
      running.subList(1, running.size()).forEach(pool::execute);
      first.begin(running.get(0), deadline);
      awaited = left.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      List<CloudOutcome<T>> outcomes = new ArrayList<>(running.size());
      for (Party cloud : placement.clouds()) {
        outcomes.add(outcome(cloud, running.get(cloud.index()), withinMs));
      }
      return outcomes;
    } catch (RejectedExecutionException e) {
      throw rejected(e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while waiting for the three clouds", e);
    } finally {
      if (!awaited) {
        running.forEach(future -> future.cancel(true));
      }
    }
  }

  /** The outcome of a call that has ended, or has not been answered in time. */
  private static <T> CloudOutcome<T> outcome(Party cloud, Future<T> call, long withinMs)
      throws InterruptedException {
    if (!call.isDone()) {
      return new CloudOutcome<>(cloud, null, CloudFailures.silent(cloud, withinMs));
    }
    try {
      return new CloudOutcome<>(cloud, call.get(), null);
    } catch (ExecutionException e) {
      return new CloudOutcome<>(cloud, null, e.getCause());
    } catch (CancellationException e) {
      // On this thread, when its time was over.
      return new CloudOutcome<>(cloud, null, CloudFailures.silent(cloud, withinMs));
    }
  }
}

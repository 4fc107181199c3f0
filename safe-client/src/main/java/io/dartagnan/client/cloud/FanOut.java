package io.dartagnan.client.cloud;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Calls to the three clouds in parallel, all of them awaited up to a deadline. */
public final class FanOut {
  private final ExecutorService pool;

  /** On a pool that its owner shuts down. */
  public FanOut(ExecutorService pool) {
    this.pool = pool;
  }

  /** The pool, for tasks that do not wait for other tasks. */
  public ExecutorService pool() {
    return pool;
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
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    List<Future<T>> running = new ArrayList<>(Party.ALL.size());
    boolean awaited = false;
    try {
      for (Party cloud : Party.ALL) {
        running.add(pool.submit(() -> call.on(cloud)));
      }
      List<CloudOutcome<T>> outcomes = new ArrayList<>(running.size());
      for (Party cloud : Party.ALL) {
        outcomes.add(await(cloud, running.get(cloud.index()), deadline, withinMs));
      }
      awaited = true;
      return outcomes;
    } catch (RejectedExecutionException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      if (!awaited) {
        running.forEach(future -> future.cancel(true));
      }
    }
  }

  private static <T> CloudOutcome<T> await(
      Party cloud, Future<T> future, long deadline, long withinMs) throws InterruptedIOException {
    try {
      T value = future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      return new CloudOutcome<>(cloud, value, null);
    } catch (ExecutionException e) {
      return new CloudOutcome<>(cloud, null, e.getCause());
    } catch (CancellationException e) {
      return new CloudOutcome<>(cloud, null, e);
    } catch (TimeoutException e) {
      future.cancel(true);
      return new CloudOutcome<>(cloud, null, CloudFailures.silent(cloud, withinMs));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while waiting for " + cloud).initCause(e);
    }
  }
}

package io.dartagnan.server.query;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads beside the one that each evaluation has, so that a batch is computed while the next is
 * read. Nothing ever waits for one: work in a queue, here, could be what two servers wait for that
 * are busy with what this one has not begun. Who gets none does the work itself.
 */
final class SpareThreads implements AutoCloseable {
  private final int max;
  private final ThreadPoolExecutor threads;

  /**
   * No thread yet.
   *
   * @param max how many there may be at a time; 0 for none
   */
  SpareThreads(int max) {
    this(
        max,
        new ThreadFactoryBuilder().setNameFormat("dartagnan-batch-%d").setDaemon(true).build());
  }

  /** The same with threads made otherwise. */
  SpareThreads(int max, ThreadFactory factory) {
    this.max = max;
    this.threads =
        new ThreadPoolExecutor(
            0, Math.max(max, 1), 30, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
  }

  /**
   * Runs a task, which handles its own failures, on a thread that is free.
   *
   * @return false if none is; then the task was not run
   */
  boolean tryRun(Runnable task) {
    if (max == 0) {
      return false;
    }
    try {
      threads.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Interrupts what still runs. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}

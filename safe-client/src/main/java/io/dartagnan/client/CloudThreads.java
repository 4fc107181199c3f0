package io.dartagnan.client;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one connection.
 *
 * <p>Nothing is queued: a task finds a free thread, or a new one, or waits a while for one to get
 * free. So what runs has all that it needs, and callers are slowed down rather than their requests
 * piled up.
 */
final class CloudThreads {
  private static final AtomicInteger CONNECTIONS = new AtomicInteger();
  private static final int WAIT_SECONDS = 30;

  private CloudThreads() {}

  /** A pool of at most so many daemon threads; its owner shuts it down. */
  static ExecutorService create(int threads) {
    String prefix = "dartagnan-client-" + CONNECTIONS.incrementAndGet() + "-";
    AtomicInteger started = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        threads,
        60,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, prefix + started.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        },
        CloudThreads::handOver);
  }

  private static void handOver(Runnable task, ThreadPoolExecutor full) {
    try {
      if (!full.isShutdown() && full.getQueue().offer(task, WAIT_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while waiting for a free thread", e);
    }
    throw new RejectedExecutionException(
        full.isShutdown()
            ? "the connection to the three clouds is closed"
            : "all %d threads of the connection have been busy for %d s; set %s higher"
                .formatted(full.getMaximumPoolSize(), WAIT_SECONDS, ClientKeys.THREADS));
  }
}

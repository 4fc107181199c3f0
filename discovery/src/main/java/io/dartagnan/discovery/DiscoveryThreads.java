package io.dartagnan.discovery;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads of a discovery: named daemons that their owner ends. */
final class DiscoveryThreads {
  static final String NAME_PREFIX = "dartagnan-discovery-";
  static final long STOP_SECONDS = 10;

  private DiscoveryThreads() {}

  static Thread of(String name, Runnable task) {
    Thread thread = new Thread(task, NAME_PREFIX + name);
    thread.setDaemon(true);
    return thread;
  }

  /** A scheduler with one thread, which starts with the first task. */
  static ScheduledThreadPoolExecutor scheduler(String name) {
    ScheduledThreadPoolExecutor scheduler =
        new ScheduledThreadPoolExecutor(1, task -> of(name, task));
    scheduler.setRemoveOnCancelPolicy(true);
    return scheduler;
  }

  /** Waits until the thread has ended; every task it may be at is shorter than that. */
  static void stop(ScheduledThreadPoolExecutor scheduler) {
    scheduler.shutdownNow();
    try {
      scheduler.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.dartagnan.discovery;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads of a discovery: named daemons that their owner ends. */
final class DiscoveryThreads {
  static final String NAME_PREFIX = "dartagnan-discovery-";
  static final long STOP_SECONDS = 10;

  private DiscoveryThreads() {}

  /** Factory of threads of this name. */
  static ThreadFactory named(String name) {
    return new ThreadFactoryBuilder().setNameFormat(NAME_PREFIX + name).setDaemon(true).build();
  }

  /** A scheduler with one thread, which starts with the first task. */
  static ScheduledThreadPoolExecutor scheduler(String name) {
    ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, named(name));
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

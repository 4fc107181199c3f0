package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientKeys;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of one connection: a pool for calls, one for filtered scans, and callers' own. */
public final class CloudThreads {
  private static final AtomicInteger POOLS = new AtomicInteger();
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  static final String CLOSED = "the connection to the three clouds is closed";

  private CloudThreads() {}

  /**
   * Creates a pool of at most so many daemon threads; its owner shuts it down.
   *
   * <p>Nothing is queued: a task finds a free thread, or a new one, or waits a while for one to get
   * free. So what runs has all that it needs, and callers are slowed down rather than their
   * requests piled up. No task may submit another: all threads could come to wait for each other.
   */
  public static ExecutorService create(int threads) {
    return create(threads, LONGEST_WAIT);
  }

  /** Creates a pool whose callers wait so long, in whole seconds, for a thread to get free. */
  public static ExecutorService create(int threads, Duration longestWait) {
    return new ThreadPoolExecutor(
        0,
        threads,
        60,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        daemons("dartagnan-client-"),
        (task, full) -> handOver(task, full, longestWait.toSeconds()));
  }

  /**
   * Creates a pool of at most so many daemon threads for tasks that never wait for each other and
   * go on as a new task, behind those that are waiting. Submitting never blocks; each scan has at
   * most one task for each cloud, which bounds the queue. Its owner shuts it down in good order, so
   * that what is queued still hears of it.
   *
   * <p>A task takes an idle thread where there is one, a new one below the bound, and else waits in
   * order. {@code ThreadPoolExecutor} by itself queues before it starts a thread, or starts one for
   * each task below its core size, although others are idle.
   */
  public static ExecutorService createForTurns(int threads) {
    return createForTurns(threads, "dartagnan-scan-");
  }

  /** Creates the same, of threads whose names begin so. */
  public static ExecutorService createForTurns(int threads, String name) {
    return new ThreadPoolExecutor(
        0, threads, 60, TimeUnit.SECONDS, new IdleThreads(), daemons(name), CloudThreads::queue);
  }

  /** A queue that takes what an idle thread waits for, and else only what is put into it. */
  private static final class IdleThreads extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }
  }

  private static void queue(Runnable task, ThreadPoolExecutor full) {
    if (full.isShutdown()) {
      throw new RejectedExecutionException(CLOSED);
    }
    // No thread is idle and none may be added: each looks here before it ends.
    ((IdleThreads) full.getQueue()).put(task);
    if (full.isShutdown() && full.remove(task)) {
      throw new RejectedExecutionException(CLOSED);
    }
  }

  /** Makes daemon threads of that name. */
  public static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static ThreadFactory daemons(String name) {
    String prefix = name + POOLS.incrementAndGet() + "-";
    AtomicInteger started = new AtomicInteger();
    return task -> daemon(prefix + started.incrementAndGet()).newThread(task);
  }

  private static void handOver(Runnable task, ThreadPoolExecutor full, long waitSeconds) {
    try {
      if (!full.isShutdown() && full.getQueue().offer(task, waitSeconds, TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RejectedExecutionException("interrupted while waiting for a free thread", e);
    }
    throw new RejectedExecutionException(
        full.isShutdown()
            ? CLOSED
            : "all %d threads of the connection have been busy for %d s; set %s higher"
                .formatted(full.getMaximumPoolSize(), waitSeconds, ClientKeys.THREADS));
  }

  /**
   * Executor that runs each task on the thread that submits it, for the scanners of HBase's client.
   *
   * <p>Such a scanner hands each of its calls to a pool, so that it can ask other replicas when the
   * first is slow, and waits. Replicas are not asked here, and the threads that read may wait: the
   * pool would cost two changes of thread for each call to each cloud.
   */
  static final class OwnThread extends AbstractExecutorService {

    /**
     * Runs the task.
     *
     * @throws UndeclaredThrowableException if the task ended because the thread was interrupted;
     *     HBase's callers throw the cause of it, as they do when they wait for a pool
     */
    @Override
    public void execute(Runnable task) {
      task.run();
      if (task instanceof Future<?> future && future.isDone()) {
        throwIfInterrupted(future);
      }
    }

    private static void throwIfInterrupted(Future<?> ended) {
      try {
        ended.get();
      } catch (ExecutionException e) {
        if (CloudFailures.isInterrupt(e.getCause())) {
          throw new UndeclaredThrowableException(e.getCause());
        }
      } catch (CancellationException e) {
        // Whoever cancelled it knows.
      } catch (InterruptedException e) {
        // It does not wait for what is done, but may look: the next wait is to end at once.
        Thread.currentThread().interrupt();
      }
    }

    /** Does nothing: there is no thread, and many tables share this. */
    @Override
    public void shutdown() {}

    /** {@link #shutdown}. */
    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    /** Returns false at once: it does not end. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }
}

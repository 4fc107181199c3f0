package io.dartagnan.client.rpc;

import java.io.InterruptedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Executor that runs each task on the thread that submits it, for the scanners of HBase's client.
 *
 * <p>Such a scanner hands each of its calls to a pool, so that it can ask other replicas when the
 * first is slow, and waits. Replicas are not asked here, and the threads that read may wait: the
 * pool would cost two changes of thread for each call to each cloud.
 */
final class OwnThread extends AbstractExecutorService {

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
      if (e.getCause() instanceof InterruptedIOException interrupt
          && !(interrupt instanceof SocketTimeoutException)) {
        throw new UndeclaredThrowableException(interrupt);
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

  /** False at once: it does not end. */
  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}

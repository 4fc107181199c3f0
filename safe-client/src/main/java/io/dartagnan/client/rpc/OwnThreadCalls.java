package io.dartagnan.client.rpc;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;
import org.apache.hbase.thirdparty.io.netty.util.Timeout;

/** Calls to one cloud on the threads of their callers, each of which is given up at a deadline. */
final class OwnThreadCalls implements AutoCloseable {

  /**
   * The timer of all of them, until the last is closed. It wakes by itself ten times a second, and
   * not for each call.
   */
  private static final class Deadlines {
    private static HashedWheelTimer timer;
    private static int users;

    static synchronized HashedWheelTimer use() {
      if (users++ == 0) {
        timer =
            new HashedWheelTimer(
                new ThreadFactoryBuilder()
                    .setNameFormat("dartagnan-deadlines-%d")
                    .setDaemon(true)
                    .build(),
                100,
                TimeUnit.MILLISECONDS);
      }
      return timer;
    }

    static synchronized void leave() {
      if (--users == 0) {
        timer.stop();
        timer = null;
      }
    }
  }

  private final HashedWheelTimer deadlines = Deadlines.use();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Runs a call on this thread. If it ended because this thread was interrupted, the thread is so
   * afterwards.
   *
   * @param deadline at which it is cancelled, as {@link System#nanoTime}
   * @throws RejectedExecutionException if closed
   */
  void run(FutureTask<?> call, long deadline) {
    if (closed.get()) {
      throw new RejectedExecutionException(CloudThreads.CLOSED);
    }
    Timeout end;
    try {
      end =
          deadlines.newTimeout(
              over -> call.cancel(true), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (IllegalStateException e) {
      // Closed just before, as the last one.
      throw new RejectedExecutionException(CloudThreads.CLOSED, e);
    }
    call.run();
    end.cancel();
    if (call.isCancelled()) {
      // By the timer: the interrupt was not meant for the caller.
      Thread.interrupted();
    } else if (wasInterrupted(call)) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes no more calls. Those under way have no deadline any more if nobody else has calls. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Deadlines.leave();
    }
  }

  /** Whether it failed with an interrupt that HBase's client took for its own. */
  private static boolean wasInterrupted(FutureTask<?> ended) {
    try {
      ended.get();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof InterruptedException
          || (e.getCause() instanceof InterruptedIOException
              && !(e.getCause() instanceof SocketTimeoutException));
    } catch (CancellationException e) {
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}

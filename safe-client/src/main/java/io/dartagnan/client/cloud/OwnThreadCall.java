package io.dartagnan.client.cloud;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;
import org.apache.hbase.thirdparty.io.netty.util.Timeout;

/** A call to one cloud on the thread of its caller, which is given up at a deadline. */
final class OwnThreadCall {

  /** Wakes by itself ten times a second, and not for each call. */
  private static final HashedWheelTimer DEADLINES =
      new HashedWheelTimer(
          new ThreadFactoryBuilder()
              .setNameFormat("dartagnan-deadlines-%d")
              .setDaemon(true)
              .build(),
          100,
          TimeUnit.MILLISECONDS);

  private OwnThreadCall() {}

  /**
   * Runs a call on this thread. If it ended because this thread was interrupted, the thread is so
   * afterwards.
   *
   * @param deadline at which it is cancelled, as {@link System#nanoTime}
   */
  static void run(FutureTask<?> call, long deadline) {
    Timeout end =
        DEADLINES.newTimeout(
            over -> call.cancel(true), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    call.run();
    end.cancel();
    if (call.isCancelled()) {
      // By the timer: the interrupt was not meant for the caller.
      Thread.interrupted();
    } else if (wasInterrupted(call)) {
      Thread.currentThread().interrupt();
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

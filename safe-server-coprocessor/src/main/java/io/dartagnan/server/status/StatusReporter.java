package io.dartagnan.server.status;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.status.ServerStatus;
import io.dartagnan.status.StatusAnswer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reporter of a RegionServer's status. Asking never waits: whoever asks while nothing is known
 * hears that it is being found out, and asks again. One report is made at a time and serves all who
 * ask within the next {@value #FRESH_MS} ms, so that asking often costs nothing.
 */
public final class StatusReporter implements AutoCloseable {
  static final long FRESH_MS = 2_000;
  private static final Logger LOG = LoggerFactory.getLogger(StatusReporter.class);
  private static final Duration IDLE_THREAD = Duration.ofSeconds(10);
  private static final StatusAnswer PENDING = new StatusAnswer.Pending();

  private final Supplier<ServerStatus> survey;
  private final ThreadPoolExecutor thread;
  private boolean underWay;
  private StatusAnswer last;
  private long lastAt;

  /**
   * A reporter that has found out nothing yet; its thread starts when it is asked.
   *
   * @param survey finds out; it may take seconds
   * @param threadName of its thread
   */
  public StatusReporter(Supplier<ServerStatus> survey, String threadName) {
    this.survey = survey;
    this.thread =
        new ThreadPoolExecutor(
            0,
            1,
            IDLE_THREAD.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadFactoryBuilder().setNameFormat(threadName).setDaemon(true).build());
  }

  /** The status if one was found out a moment ago; otherwise it is being found out from now on. */
  public synchronized StatusAnswer answer() {
    if (last != null && System.nanoTime() - lastAt < TimeUnit.MILLISECONDS.toNanos(FRESH_MS)) {
      return last;
    }
    if (!underWay) {
      try {
        thread.execute(this::findOut);
        underWay = true;
      } catch (RejectedExecutionException e) {
        if (thread.isShutdown()) {
          return new StatusAnswer.Unavailable("the region server is stopping");
        }
        // The thread is about to be done with the report before.
      }
    }
    return PENDING;
  }

  private void findOut() {
    StatusAnswer found;
    try {
      found = new StatusAnswer.Ready(survey.get());
    } catch (RuntimeException e) {
      LOG.warn("the status of this server could not be found out", e);
      found = new StatusAnswer.Unavailable("its status could not be found out; its log says why");
    }
    synchronized (this) {
      last = found;
      lastAt = System.nanoTime();
      underWay = false;
    }
  }

  /** Ends the thread; asking afterwards is answered with that. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}

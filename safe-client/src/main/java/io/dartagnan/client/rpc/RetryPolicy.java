package io.dartagnan.client.rpc;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;

/**
 * The pauses between attempts, and their end. Pauses double, up to a bound. Each is drawn between
 * half of it and all of it, so that those who were turned away together do not come back together.
 *
 * <p>A policy with a limit lets attempts go on until so much time has passed since the first
 * failure that no progress has followed. Time in which no attempt could begin does not count.
 */
public final class RetryPolicy {
  private static final long FIRST_PAUSE_MS = 100;
  private static final long MOST_PAUSE_MS = 5_000;

  private final long firstMs;
  private final long mostMs;
  private final long limitMs;
  private long nextMs;
  private int failures;
  private long failingSince;

  /** Creates a policy without a limit, with pauses of {@code firstMs} to {@code mostMs}. */
  public RetryPolicy(long firstMs, long mostMs) {
    this(firstMs, mostMs, Long.MAX_VALUE);
  }

  /** Creates a policy for questions to the clouds, with the limit of the settings. */
  public RetryPolicy(QuerySettings settings) {
    this(FIRST_PAUSE_MS, MOST_PAUSE_MS, settings.retryMs());
  }

  private RetryPolicy(long firstMs, long mostMs, long limitMs) {
    this.firstMs = firstMs;
    this.mostMs = mostMs;
    this.limitMs = limitMs;
    this.nextMs = firstMs;
  }

  /** Takes note of progress: the next failure and the next pause are the first again. */
  public void progress() {
    failures = 0;
    nextMs = firstMs;
  }

  /** Takes note of a failure. */
  public void failed() {
    failedAfter(0);
  }

  /** Takes note of a failure that took so many milliseconds to be noticed. */
  public void failedAfter(long ms) {
    if (failures == 0) {
      failingSince = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ms);
    }
    failures++;
  }

  /** Takes note of so many milliseconds in which no attempt could begin. */
  public void idle(long ms) {
    failingSince += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  /** Returns whether no further attempt is to be made. */
  public boolean isOver() {
    return failures > 0 && leftMs() <= 0;
  }

  private long leftMs() {
    return failures == 0 || limitMs == Long.MAX_VALUE
        ? limitMs
        : limitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - failingSince);
  }

  /**
   * Returns the next pause in milliseconds, 1 or more. The last ones before the limit come closer
   * to each other.
   */
  public long pauseMs() {
    long most = nextMs;
    nextMs = Math.min(mostMs, 2 * most);
    return Math.min(drawn(most), Math.max(firstMs, leftMs() / 2));
  }

  /** Returns words for what was tried: how often, for how long, and which keys decide. */
  public String tried() {
    return "failed %d times within %d ms without progress (%s, at most %s)"
        .formatted(
            failures,
            limitMs - leftMs(),
            ClientKeys.QUERY_TIMEOUT_MS,
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT);
  }

  /** Draws a pause from the upper half of its range, which begins at 0. */
  public static long drawn(long mostMs) {
    return mostMs - ThreadLocalRandom.current().nextLong(mostMs / 2 + 1);
  }

  /**
   * Sleeps.
   *
   * @param interrupted what the exception says if the thread is interrupted
   */
  public static void sleep(long ms, String interrupted) throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(ms);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted(interrupted, e);
    }
  }

  /**
   * Runs a step when a pause is over, on the thread of a timer that many share: it must not wait.
   */
  public static void after(Runnable step, long ms) {
    CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS, Runnable::run).execute(step);
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.rpc.Backoff;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;

/**
 * A policy of retries after failures in a row: attempts go on, after pauses that grow, until so
 * much time has passed since the first failure that no progress has followed. Time in which no
 * attempt could begin does not count.
 */
public final class RetryPolicy {
  private static final long FIRST_PAUSE_MS = 100;
  private static final long MOST_PAUSE_MS = 5_000;

  private final long limitMs;
  private final Backoff pauses = new Backoff(FIRST_PAUSE_MS, MOST_PAUSE_MS);
  private int failures;
  private long failingSince;

  /** As long as the settings say. */
  public RetryPolicy(QuerySettings settings) {
    this.limitMs = settings.retryMs();
  }

  /** Takes note of progress: the next failure is the first again. */
  public void progress() {
    failures = 0;
    pauses.reset();
  }

  /** Takes note of a failure. */
  public void failed() {
    failedAfter(0);
  }

  /** Takes note of a failure that took so many milliseconds to be noticed. */
  void failedAfter(long ms) {
    if (failures == 0) {
      failingSince = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ms);
    }
    failures++;
  }

  /** Takes note of so many milliseconds in which no attempt could begin. */
  void idle(long ms) {
    failingSince += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  /** Whether no further attempt is to be made. */
  public boolean isOver() {
    return failures > 0 && leftMs() <= 0;
  }

  private long leftMs() {
    return limitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - failingSince);
  }

  /** Milliseconds to wait before the next attempt. The last ones come closer to each other. */
  public long pauseMs() {
    return Math.min(pauses.nextMs(), Math.max(FIRST_PAUSE_MS, leftMs() / 2));
  }

  /** Words for what was tried, for messages: how often, for how long, and which keys decide. */
  public String tried() {
    return "failed %d times within %d ms without progress (%s, at most %s)"
        .formatted(
            failures,
            limitMs - leftMs(),
            ClientKeys.QUERY_TIMEOUT_MS,
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT);
  }
}

package io.dartagnan.client.rpc;

import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses that double, up to a bound. Each is drawn between half of it and all of it, so that those
 * who were turned away together do not come back together.
 */
public final class Backoff {
  private final long firstMs;
  private final long mostMs;
  private long nextMs;

  /** Pauses of {@code firstMs} to {@code mostMs} milliseconds. */
  public Backoff(long firstMs, long mostMs) {
    this.firstMs = firstMs;
    this.mostMs = mostMs;
    this.nextMs = firstMs;
  }

  /** The next pause in milliseconds, 1 or more. */
  public long nextMs() {
    long most = nextMs;
    nextMs = Math.min(mostMs, 2 * most);
    return drawn(most);
  }

  /** Makes the next pause the first again. */
  public void reset() {
    nextMs = firstMs;
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
}

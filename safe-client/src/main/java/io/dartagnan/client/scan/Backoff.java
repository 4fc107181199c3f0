package io.dartagnan.client.scan;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses that double, up to a bound. Each is drawn between half of it and all of it, so that those
 * who were turned away together do not come back together.
 */
final class Backoff {
  private final long firstMs;
  private final long mostMs;
  private long nextMs;

  Backoff(long firstMs, long mostMs) {
    this.firstMs = firstMs;
    this.mostMs = mostMs;
    this.nextMs = firstMs;
  }

  /** The next pause in milliseconds, 1 or more. */
  long nextMs() {
    long most = nextMs;
    nextMs = Math.min(mostMs, 2 * most);
    return most - ThreadLocalRandom.current().nextLong(most / 2 + 1);
  }

  /** Makes the next pause the first again. */
  void reset() {
    nextMs = firstMs;
  }
}

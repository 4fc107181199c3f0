package io.dartagnan.client.write;

import java.io.InterruptedIOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses between attempts: two writers that are in each other's way must not stay in step. */
final class Pause {
  private static final long LONGEST_MS = 64;

  private long mostMs;

  /** Waits, the first time not at all, then up to twice as long each time. */
  void take() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(mostMs + 1));
      mostMs = Math.min(LONGEST_MS, mostMs * 2 + 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException("interrupted while a write was to be sent again").initCause(e);
    }
  }
}

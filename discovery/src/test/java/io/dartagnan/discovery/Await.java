package io.dartagnan.discovery;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition and not for a time. */
final class Await {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private Await() {}

  static void until(String what, Callable<Boolean> holds) throws Exception {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!holds.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("still not so after " + DEADLINE + ": " + what);
      }
      LockSupport.parkNanos(10_000_000);
    }
  }
}

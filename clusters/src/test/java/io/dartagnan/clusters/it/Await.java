package io.dartagnan.clusters.it;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assertions;

/** Waits for something that happens by itself. */
final class Await {
  private static final Duration PAUSE = Duration.ofMillis(100);

  private Await() {}

  /** Waits until the question is answered with true; a question that fails counts as false. */
  static void until(String what, Duration deadline, Callable<Boolean> question) {
    long end = System.nanoTime() + deadline.toNanos();
    Exception last = null;
    while (System.nanoTime() < end) {
      try {
        if (question.call()) {
          return;
        }
        last = null;
      } catch (Exception e) {
        last = e;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    Assertions.fail("not within " + deadline + ": " + what, last);
  }
}

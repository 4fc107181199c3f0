package io.dartagnan.server.evaluation;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Evaluations of a server that their clients have not fetched to the end yet. Once it drains, no
 * more begin.
 */
final class UnderWay {
  private int count;
  private boolean draining;

  /** Counts one more; false, and does not, if the server drains. */
  synchronized boolean tryBegin() {
    if (!draining) {
      count++;
    }
    return !draining;
  }

  /** Counts one less. */
  synchronized void over() {
    count--;
    notifyAll();
  }

  synchronized int count() {
    return count;
  }

  synchronized boolean isDraining() {
    return draining;
  }

  /** Lets no more begin, from now on. */
  synchronized void drain() {
    draining = true;
  }

  /**
   * Waits until none is left; for a time at most.
   *
   * @return how many are left
   */
  synchronized int awaitNone(Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    while (count > 0) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return count;
  }
}

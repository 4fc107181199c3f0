package io.dartagnan.server.query.admission;

import java.time.Duration;

/**
 * Bounds of the admission of evaluations.
 *
 * @param max how many may wait and run together, 1 or more
 * @param runningMax how many may run at a time, 1 or more; counts at party 0
 * @param longestWait the longest wait to be admitted, positive
 * @param slice for how long one that others wait for runs at a stretch, positive
 * @param overdue from what wait on one that comes back goes before those that have not begun,
 *     positive; counts at party 0
 */
public record AdmissionSettings(
    int max, int runningMax, Duration longestWait, Duration slice, Duration overdue) {
  /** The slice where nothing else is set. */
  public static final Duration SLICE = Duration.ofMillis(250);

  /** The longest wait where nothing else is set. */
  public static final Duration WAIT = Duration.ofMinutes(2);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public AdmissionSettings {
    if (max < 1) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.max is " + max + ", it must be 1 or more");
    }
    if (runningMax < 1) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.running.max is " + runningMax + ", it must be 1 or more");
    }
    if (longestWait.toMillis() < 1) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.wait.ms is " + longestWait.toMillis() + ", it must be 1 or more");
    }
  }

  /**
   * From what wait on one that comes back is overdue: a quarter of the time that its peers wait for
   * it, so that the rest is left to compute in.
   *
   * @param timeout the mesh's
   */
  public static Duration overdue(Duration timeout) {
    return timeout.dividedBy(4);
  }

  /** Twice the processors, and 4 at least. */
  public static int defaultRunningMax() {
    return Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
  }
}

package io.dartagnan.server.query;

import io.dartagnan.server.query.admission.AdmissionSettings;
import java.time.Duration;

/**
 * The bounds of a server's evaluations.
 *
 * @param timeout the longest wait for a client that fetches no page
 * @param admission how many may wait and run
 * @param maxOverlap how many batches may be computed at a time beside the one that each evaluation
 *     computes on its own thread; with 0 a batch is computed before the next is read
 * @param mostMissing how many old writes a party may be seen to lack in one evaluation before that
 *     fails, 0 or more
 * @param slow from how long on an evaluation is logged as slow; zero for never
 */
public record EvaluationSettings(
    Duration timeout, AdmissionSettings admission, int maxOverlap, int mostMissing, Duration slow) {
  /** From how long on an evaluation is slow where nothing else is set. */
  public static final Duration SLOW = Duration.ofSeconds(10);

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public EvaluationSettings {
    if (maxOverlap < 0) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.overlap.max is "
              + maxOverlap
              + ", it must be 0, for none, or more");
    }
    if (mostMissing < 0) {
      throw new IllegalArgumentException(
          "dartagnan.alignment.missing.max is " + mostMissing + ", it must be 0 or more");
    }
    if (slow.isNegative()) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.slow.ms is "
              + slow.toMillis()
              + ", it must be 0, for none, or more");
    }
  }

  /** Bounds with the defaults of all others. */
  public EvaluationSettings(Duration timeout, int max, int maxOverlap, int mostMissing) {
    this(
        timeout,
        new AdmissionSettings(
            max,
            AdmissionSettings.defaultRunningMax(),
            AdmissionSettings.WAIT,
            AdmissionSettings.SLICE,
            AdmissionSettings.overdue(timeout)),
        maxOverlap,
        mostMissing,
        SLOW);
  }
}

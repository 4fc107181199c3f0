package io.dartagnan.server.evaluation;

import java.time.Duration;

/**
 * The bounds of a server's evaluations.
 *
 * @param timeout the longest wait for a client that fetches no page
 * @param max how many evaluations may run at a time, 1 or more
 * @param maxOverlap how many batches may be computed at a time beside the one that each evaluation
 *     computes on its own thread; with 0 a batch is computed before the next is read
 * @param mostMissing how many old writes a party may be seen to lack in one evaluation before that
 *     fails, 0 or more
 */
public record EvaluationSettings(Duration timeout, int max, int maxOverlap, int mostMissing) {

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public EvaluationSettings {
    if (max < 1) {
      throw new IllegalArgumentException(
          "dartagnan.evaluation.max is " + max + ", it must be 1 or more");
    }
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
  }
}

package io.dartagnan.server.evaluation.metrics;

/**
 * Counters of one evaluation, for those who do its work. Safe for use by several threads; no call
 * waits or throws.
 */
public interface EvaluationCounters {

  /** Counters that count nothing. */
  EvaluationCounters NONE =
      new EvaluationCounters() {
        @Override
        public void differed() {}

        @Override
        public void spent(Phase phase, long nanos) {}
      };

  /**
   * Counts a batch, or a block of columns, on which the three parties did not have the same digest,
   * so that they had to tell each other more.
   */
  void differed();

  /**
   * Adds time that one thread has spent in a phase.
   *
   * @param nanos difference of two readings of {@link System#nanoTime}
   */
  void spent(Phase phase, long nanos);
}

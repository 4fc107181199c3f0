package io.dartagnan.server.query.agreement;

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

  /** A part of an evaluation's work, whose time is measured apart. */
  public enum Phase {
    /** Reading rows, or columns, from the region. */
    READING,
    /** Agreeing with the peers on what a batch holds, the wait for them included. */
    AGREEING,
    /**
     * Computing on agreed batches, the wait for the peers included. Batches that are computed
     * beside each other count each for itself, so that this may be more than the evaluation took.
     */
    COMPUTING
  }
}

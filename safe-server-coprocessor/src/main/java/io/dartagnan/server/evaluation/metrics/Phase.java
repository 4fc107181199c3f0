package io.dartagnan.server.evaluation.metrics;

/** A part of an evaluation's work, whose time is measured apart. */
public enum Phase {
  /** Reading rows, or columns, from the region. */
  READING,
  /** Agreeing with the peers on what a batch holds, the wait for them included. */
  AGREEING,
  /**
   * Computing on agreed batches, the wait for the peers included. Batches that are computed beside
   * each other count each for itself, so that this may be more than the evaluation took.
   */
  COMPUTING
}

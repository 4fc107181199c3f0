package io.dartagnan.mpc.suite;

/** What one corrupted party may do for a suite's answers to be right, and its values hidden. */
public enum Adversary {
  /** It follows the protocol, and learns what it can from what it receives. */
  SEMI_HONEST,

  /**
   * It sends what it likes. It learns no more by that; each of the two others has the right answer
   * or ends with an error, and no answer is opened that came of a deviation.
   */
  MALICIOUS_WITH_ABORT
}

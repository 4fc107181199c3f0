package io.dartagnan.client.orphan;

/**
 * Outcome of an attempt to take back a version.
 *
 * @param outcome what became of the version
 * @param waitMs after how many milliseconds another attempt is worth it; 0 if none is
 */
public record Cleaning(Outcome outcome, long waitMs) {

  /** The fate of a version. */
  public enum Outcome {
    /** It was on some clouds, and is on none. */
    CLEANED,
    /** All clouds have it: nothing was done. */
    COMPLETE,
    /** No cloud has it: nothing was done. */
    GONE,
    /** Its write may still be on its way: nothing was done. */
    YOUNG,
    /**
     * Some clouds have it, and it stays: it may have been complete, or its timestamp is the
     * application's own, or versions of several writes stand there.
     */
    KEPT,
    /** A cloud did not answer: what some clouds have of it may be removed, or not. */
    UNANSWERED
  }

  Cleaning(Outcome outcome) {
    this(outcome, 0);
  }
}

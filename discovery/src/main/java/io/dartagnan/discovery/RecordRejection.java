package io.dartagnan.discovery;

/** Reason why a reader does not believe the value that it found under a server's key. */
public enum RecordRejection {
  /** It is not written as a record is. */
  MALFORMED("is malformed"),
  /** It is of the first format, which had no signature. */
  UNSIGNED("is not signed"),
  /** It is the record of another server than the one whose key it was found under. */
  MISPLACED("belongs to another server"),
  /** No key pinned for its party made its signature. */
  FORGED("is forged"),
  /** Its time is over, by more than the allowed clock skew. */
  EXPIRED("has expired"),
  /** It was issued later than now, by more than the allowed clock skew. */
  FROM_FUTURE("is from the future"),
  /** A newer one of the same server was seen already. */
  REPLAYED("is replayed");

  private final String verdict;

  RecordRejection(String verdict) {
    this.verdict = verdict;
  }

  /** The verdict as the end of a sentence that begins with the record. */
  String verdict() {
    return verdict;
  }
}

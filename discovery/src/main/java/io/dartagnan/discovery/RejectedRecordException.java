package io.dartagnan.discovery;

/** Rejection of what was found under a server's key: it is not to be believed. */
public final class RejectedRecordException extends DiscoveryException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Reason why a reader does not believe the value that it found under a server's key. */
  public enum Reason {
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

    Reason(String verdict) {
      this.verdict = verdict;
    }

    /** The verdict as the end of a sentence that begins with the record. */
    String verdict() {
      return verdict;
    }
  }

  RejectedRecordException(String key, Reason reason, String detail, Throwable cause) {
    super(
        "the discovery record under "
            + printable(key)
            + " "
            + reason.verdict()
            + ": "
            + printable(detail),
        cause);
    this.reason = reason;
  }

  RejectedRecordException(String key, Reason reason, String detail) {
    this(key, reason, detail, null);
  }

  /** The reason why it was rejected. */
  public Reason reason() {
    return reason;
  }
}

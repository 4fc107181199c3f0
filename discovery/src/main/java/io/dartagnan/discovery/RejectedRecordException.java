package io.dartagnan.discovery;

import java.util.Objects;

/** Rejection of what was found under a server's key: it is not to be believed. */
public final class RejectedRecordException extends DiscoveryException {
  private static final long serialVersionUID = 1L;

  private final RecordRejection rejection;

  RejectedRecordException(String key, RecordRejection rejection, String reason, Throwable cause) {
    super(
        "the discovery record under "
            + PrintableLine.of(key)
            + " "
            + rejection.verdict()
            + ": "
            + PrintableLine.of(reason),
        cause);
    this.rejection = Objects.requireNonNull(rejection, "rejection");
  }

  RejectedRecordException(String key, RecordRejection rejection, String reason) {
    this(key, rejection, reason, null);
  }

  /** The reason why it was rejected. */
  public RecordRejection rejection() {
    return rejection;
  }
}

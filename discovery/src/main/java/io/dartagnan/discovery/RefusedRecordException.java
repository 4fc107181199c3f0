package io.dartagnan.discovery;

import java.util.Objects;

/** There is something under a server's key, and it is not to be believed. */
public final class RefusedRecordException extends DiscoveryException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  RefusedRecordException(String key, Refusal refusal, String reason, Throwable cause) {
    super(
        "the discovery record under "
            + OneLine.of(key)
            + " "
            + refusal.verdict()
            + ": "
            + OneLine.of(reason),
        cause);
    this.refusal = Objects.requireNonNull(refusal, "refusal");
  }

  RefusedRecordException(String key, Refusal refusal, String reason) {
    this(key, refusal, reason, null);
  }

  /** Why it was refused. */
  public Refusal refusal() {
    return refusal;
  }
}

package io.dartagnan.mpc.exchange;

import io.dartagnan.mpc.Party;
import java.util.Optional;

/**
 * A session of the three parties ended: a peer is gone, too slow, or sent what the protocol does
 * not allow. Batches that were not complete have no result, and of them at most what an opening was
 * about to reveal became known. The message names the party and the reason and holds no share, mask
 * or key.
 */
public class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Party culprit;

  /** A failure that is not any single party's. */
  public ProtocolException(String reason) {
    this(null, reason, null);
  }

  /** A failure that {@code culprit} caused or reported. */
  public ProtocolException(Party culprit, String reason) {
    this(culprit, reason, null);
  }

  /** A failure with its cause. */
  public ProtocolException(Party culprit, String reason, Throwable cause) {
    super(culprit == null ? reason : culprit + ": " + reason, cause);
    this.culprit = culprit;
  }

  /** The party that caused or reported the failure, if it is known. */
  public Optional<Party> culprit() {
    return Optional.ofNullable(culprit);
  }
}

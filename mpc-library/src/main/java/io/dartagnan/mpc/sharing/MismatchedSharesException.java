package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.util.Set;

/**
 * Shares were to be put together that do not belong together. The message names no word of them.
 */
public class MismatchedSharesException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final Set<Party> suspects;

  /** With what does not fit. */
  public MismatchedSharesException(String reason) {
    this(reason, Set.of());
  }

  /**
   * With what does not fit, and whose it is.
   *
   * @param suspects parties of which one altered a share that another holds too
   */
  public MismatchedSharesException(String reason, Set<Party> suspects) {
    super(reason);
    this.suspects = Set.copyOf(suspects);
  }

  /** The parties of which one altered a share; empty where that is not what does not fit. */
  public Set<Party> suspects() {
    return suspects;
  }
}

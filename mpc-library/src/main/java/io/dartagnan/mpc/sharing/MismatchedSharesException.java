package io.dartagnan.mpc.sharing;

/**
 * Shares were to be put together that do not belong together. The message names no word of them.
 */
public class MismatchedSharesException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** With what does not fit. */
  public MismatchedSharesException(String reason) {
    super(reason);
  }
}

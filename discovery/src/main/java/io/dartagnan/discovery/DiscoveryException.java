package io.dartagnan.discovery;

import java.io.IOException;

/**
 * A server's address is not known: nobody has a live record for it, or whoever keeps the records
 * cannot be asked. The message is one sentence that names the server or the keeper, and the reason.
 */
public class DiscoveryException extends IOException {
  private static final long serialVersionUID = 1L;

  /** A failure with nothing beneath it. */
  public DiscoveryException(String reason) {
    super(reason);
  }

  /** A failure with its cause. */
  public DiscoveryException(String reason, Throwable cause) {
    super(reason, cause);
  }
}

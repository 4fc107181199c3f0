package io.dartagnan.discovery;

import java.io.IOException;

/**
 * Failure to know a server's address: there is no live record of it, or the keeper of the records
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

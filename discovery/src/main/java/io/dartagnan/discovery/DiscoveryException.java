package io.dartagnan.discovery;

import java.io.IOException;

/**
 * Failure to know a server's address: there is no live record of it, or the keeper of the records
 * cannot be asked. The message is one sentence that names the server or the keeper, and the reason.
 */
public class DiscoveryException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTATION = 600;

  /** A failure with nothing beneath it. */
  public DiscoveryException(String reason) {
    super(reason);
  }

  /** A failure with its cause. */
  public DiscoveryException(String reason, Throwable cause) {
    super(reason, cause);
  }

  /**
   * Makes strangers' text fit for a message and a line of a log: printable ASCII, at most {@value
   * #LONGEST_QUOTATION} characters.
   */
  static String printable(String text) {
    if (text == null) {
      return "no reason given";
    }
    String start =
        text.length() > LONGEST_QUOTATION ? text.substring(0, LONGEST_QUOTATION) + "..." : text;
    return start.replaceAll("[^ -~]", "?");
  }
}

package io.dartagnan.wire;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A cloud has not followed the protocol, so that there is no answer. The message names it, or the
 * two of which it is one. The same call is not made again by itself: the cloud would have another
 * try.
 */
public class CloudDeviationException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  /** With which cloud it was, or the two of which it was one, and in what. */
  public CloudDeviationException(String message) {
    super(message);
  }

  /** The same, met on the way to {@code message}. */
  public CloudDeviationException(String message, Throwable cause) {
    super(message, cause);
  }
}

package io.dartagnan.server.evaluation.page;

import io.dartagnan.mpc.exchange.ProtocolException;

/** A client did not fetch a finished page for as long as the deadline allows. */
public final class SilentClientException extends ProtocolException {
  private static final long serialVersionUID = 1L;

  SilentClientException(long deadlineMs) {
    super("the client fetched no page for " + deadlineMs + " ms, the evaluation was ended");
  }
}

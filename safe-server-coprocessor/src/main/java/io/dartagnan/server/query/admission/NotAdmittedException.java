package io.dartagnan.server.query.admission;

import io.dartagnan.mpc.exchange.ProtocolException;

/** A query was not admitted; another attempt may be. */
public final class NotAdmittedException extends ProtocolException {
  private static final long serialVersionUID = 1L;

  NotAdmittedException(String reason) {
    super(reason);
  }
}

package io.dartagnan.server.query.agreement;

/** A query that cannot be answered over the rows that are stored, however often it is asked. */
public final class UnanswerableQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** With the reason, in one sentence that names the column; never a value. */
  public UnanswerableQueryException(String reason) {
    super(reason);
  }
}

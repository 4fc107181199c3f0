package io.dartagnan.wire;

/**
 * A party turned a query away before anything of it was done, because it has enough others. The
 * Safe Client asks again after a pause, and need not look where the regions are.
 */
public final class QueryTurnedAwayException extends QueryAbortedException {
  private static final long serialVersionUID = 1L;

  /** With the reason, in one sentence that names the party. */
  public QueryTurnedAwayException(String reason) {
    super(reason);
  }
}

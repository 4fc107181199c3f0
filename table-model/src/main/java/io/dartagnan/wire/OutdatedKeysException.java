package io.dartagnan.wire;

/**
 * A party did not begin a query that compares sealed values, because its table has other keys than
 * those under which it was made, or more. The Safe Client learns of them and asks again.
 */
public final class OutdatedKeysException extends QueryAbortedException {
  private static final long serialVersionUID = 1L;

  /** With the reason, in one sentence. */
  public OutdatedKeysException(String reason) {
    super(reason);
  }
}

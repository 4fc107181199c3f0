package io.dartagnan.schema;

/** Form of a column's values in which the clouds compare them with an operand. */
public enum ComparedForm {
  /** Shares, by a protocol; no cloud learns the value or the operand. */
  SHARES,
  /** The values themselves; each cloud compares alone. */
  VALUES
}

package io.dartagnan.server.query;

/** A kind of work that three servers do together. */
public enum OperationKind {
  /** Rows that satisfy a predicate. */
  SELECT,
  /** Aggregates over such rows. */
  AGGREGATE,
  /** A cloud's shares, rebuilt from those of the two others. */
  REPAIR
}

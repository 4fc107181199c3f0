package io.dartagnan.server.query;

/** A reason why an evaluation ended before its last page. */
public enum EndReason {
  /** The client closed its scan, or its lease ended. */
  CLIENT_CLOSED,
  /** The client did not fetch a finished page in time. */
  CLIENT_SILENT,
  /** It was refused, or waited for too long to be admitted. */
  NOT_ADMITTED,
  /** A peer ended it, was lost or silent, or sent what it must not. */
  PEER,
  /** It cannot be answered over the rows that are stored. */
  UNANSWERABLE,
  /** The region could not be read. */
  ROWS_UNREADABLE,
  /** This server stops. */
  STOPPING,
  /** A defect, or memory that ran out. */
  DEFECT,
  /** Anything else that ends a session. */
  OTHER
}

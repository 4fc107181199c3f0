package io.dartagnan.client.maintenance;

/** Told of what an audit does while it runs, by one thread. */
public interface AuditListener {

  /** So many more rows were compared. */
  void compared(long rows);

  /** A difference that two looks have shown. */
  void found(Difference difference);
}

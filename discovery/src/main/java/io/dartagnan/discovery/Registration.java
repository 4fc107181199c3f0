package io.dartagnan.discovery;

/** A server's record, kept alive until this is closed. */
public interface Registration extends AutoCloseable {

  /** What is registered. */
  ServerRecord record();

  /**
   * Removes the record and stops renewing it. If the record cannot be removed now it expires by
   * itself within a lease. Closing again does nothing.
   */
  @Override
  void close();
}

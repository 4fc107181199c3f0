package io.dartagnan.discovery;

/** Registration of a server: keeps its record alive until this is closed. */
public interface Registration extends AutoCloseable {

  /** The record that is registered. */
  ServerRecord record();

  /**
   * Removes the record and stops renewing it. If the record cannot be removed now it expires by
   * itself within a lease. Closing again does nothing.
   */
  @Override
  void close();
}

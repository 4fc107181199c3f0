package io.dartagnan.client.table;

import io.dartagnan.client.configuration.ClientKeys;
import org.apache.hadoop.hbase.client.Connection;

/** A connection whose parts other packages of this client may work with. */
public interface PartsOwner {

  /** Its parts; it owns and closes them. */
  ConnectionParts parts();

  /**
   * Returns the parts of a connection to three clouds.
   *
   * @param taker what takes such a connection, with its verb
   * @throws IllegalArgumentException if it is another
   */
  static ConnectionParts partsOf(Connection connection, String taker) {
    if (connection instanceof PartsOwner owner) {
      return owner.parts();
    }
    throw new IllegalArgumentException(
        "a connection of class %s was given, %s one to three clouds: set hbase.client.connection.impl to io.dartagnan.client.SafeConnection"
            .formatted(connection.getClass().getName(), taker));
  }

  /**
   * Returns the parts of a connection for what three clouds do together.
   *
   * @throws IllegalArgumentException if it is another
   * @throws UnsupportedOperationException if it is one to a single cluster
   */
  static ConnectionParts partsOfThree(Connection connection, String taker) {
    ConnectionParts parts = partsOf(connection, taker);
    if (parts.placement().isOneCluster()) {
      throw new UnsupportedOperationException(
          "%s three clouds, and %s is 1".formatted(taker, ClientKeys.CLOUDS));
    }
    return parts;
  }
}

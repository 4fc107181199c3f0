package io.dartagnan.schema;

import io.dartagnan.mpc.Party;

/** One value as the clouds store it; known once the batch that it belongs to has been dealt. */
@FunctionalInterface
public interface StoredValue {

  /**
   * The value of a cloud's cell, in an array that is not to be changed.
   *
   * @param writeId the same for all cells of one write
   */
  byte[] on(Party cloud, long writeId);
}

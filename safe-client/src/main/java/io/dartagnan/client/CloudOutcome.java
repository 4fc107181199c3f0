package io.dartagnan.client;

import io.dartagnan.mpc.Party;

/**
 * What became of a call on one cloud.
 *
 * @param cloud which cloud
 * @param value what it returned; null when it failed, or returned nothing
 * @param failure why it failed; null when it did not
 */
record CloudOutcome<T>(Party cloud, T value, Throwable failure) {
  boolean failed() {
    return failure != null;
  }
}

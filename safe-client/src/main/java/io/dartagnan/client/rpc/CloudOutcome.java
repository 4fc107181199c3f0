package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;

/**
 * The outcome of a call on one cloud.
 *
 * @param cloud which cloud
 * @param value what it returned; null when it failed, or returned nothing
 * @param failure why it failed; null when it did not
 */
public record CloudOutcome<T>(Party cloud, T value, Throwable failure) {
  public boolean failed() {
    return failure != null;
  }
}

package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;

/** A call that each of the three clouds gets. */
@FunctionalInterface
public interface CloudCall<T> {
  T on(Party cloud) throws Exception;
}

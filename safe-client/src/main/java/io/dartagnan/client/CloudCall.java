package io.dartagnan.client;

import io.dartagnan.mpc.Party;

/** What is asked of each of the three clouds. */
@FunctionalInterface
interface CloudCall<T> {
  T on(Party cloud) throws Exception;
}

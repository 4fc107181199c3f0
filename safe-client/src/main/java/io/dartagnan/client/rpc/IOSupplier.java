package io.dartagnan.client.rpc;

import java.io.IOException;

/** A supplier that may fail as calls of HBase do. */
@FunctionalInterface
public interface IOSupplier<T> {

  /** Returns the next result. */
  T get() throws IOException;
}

package io.dartagnan.client.rpc;

import java.io.IOException;

/** A function that may fail as calls of HBase do. */
@FunctionalInterface
public interface IOFunction<T, R> {

  /** Returns what the function makes of it. */
  R apply(T of) throws IOException;
}

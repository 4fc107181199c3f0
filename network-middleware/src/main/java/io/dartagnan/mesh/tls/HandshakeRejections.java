package io.dartagnan.mesh.tls;

import com.google.common.util.concurrent.AtomicLongMap;
import java.util.TreeMap;

/** Counts of rejected connections by reason, accepted and dialled ones together. */
public final class HandshakeRejections {
  private final AtomicLongMap<HandshakeRejection> counts = AtomicLongMap.create();

  HandshakeRejections() {}

  void add(HandshakeRejection rejection) {
    counts.incrementAndGet(rejection);
  }

  /** Connections rejected for this reason since the start. */
  public long count(HandshakeRejection rejection) {
    return counts.get(rejection);
  }

  /** Connections rejected for any reason since the start. */
  public long total() {
    return counts.sum();
  }

  /** The reasons that occurred, with their counts. */
  @Override
  public String toString() {
    return new TreeMap<>(counts.asMap()).toString();
  }
}

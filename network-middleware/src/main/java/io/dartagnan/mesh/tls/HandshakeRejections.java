package io.dartagnan.mesh.tls;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of rejected connections by reason, accepted and dialled ones together. */
public final class HandshakeRejections {
  private final Map<HandshakeRejection, LongAdder> counts = new EnumMap<>(HandshakeRejection.class);

  HandshakeRejections() {
    for (HandshakeRejection rejection : HandshakeRejection.values()) {
      counts.put(rejection, new LongAdder());
    }
  }

  void add(HandshakeRejection rejection) {
    counts.get(rejection).increment();
  }

  /** Connections rejected for this reason since the start. */
  public long count(HandshakeRejection rejection) {
    return counts.get(rejection).sum();
  }

  /** The reasons that occurred, with their counts. */
  @Override
  public String toString() {
    Map<HandshakeRejection, Long> occurred = new EnumMap<>(HandshakeRejection.class);
    counts.forEach((rejection, count) -> occurred.put(rejection, count.sum()));
    occurred.values().removeIf(count -> count == 0);
    return occurred.toString();
  }

  /** Connections rejected for any reason since the start. */
  public long total() {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }
}

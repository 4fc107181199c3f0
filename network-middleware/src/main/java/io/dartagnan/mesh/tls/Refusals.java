package io.dartagnan.mesh.tls;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many connections were refused, accepted and dialled ones together, by reason. */
public final class Refusals {
  private final Map<Refusal, LongAdder> counts = new EnumMap<>(Refusal.class);

  Refusals() {
    for (Refusal refusal : Refusal.values()) {
      counts.put(refusal, new LongAdder());
    }
  }

  void add(Refusal refusal) {
    counts.get(refusal).increment();
  }

  /** How many for this reason since the start. */
  public long count(Refusal refusal) {
    return counts.get(refusal).sum();
  }

  /** The reasons that occurred, with their counts. */
  @Override
  public String toString() {
    Map<Refusal, Long> occurred = new EnumMap<>(Refusal.class);
    counts.forEach((refusal, count) -> occurred.put(refusal, count.sum()));
    occurred.values().removeIf(count -> count == 0);
    return occurred.toString();
  }

  /** How many for any reason since the start. */
  public long total() {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }
}

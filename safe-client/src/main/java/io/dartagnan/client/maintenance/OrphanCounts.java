package io.dartagnan.client.maintenance;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of incomplete versions that a connection's readers met. */
public final class OrphanCounts {
  private final LongAdder met = new LongAdder();
  private final LongAdder passedOver = new LongAdder();
  private final Map<Outcome, LongAdder> ended = new EnumMap<>(Outcome.class);

  OrphanCounts() {
    for (Outcome outcome : Outcome.values()) {
      ended.put(outcome, new LongAdder());
    }
  }

  void met() {
    met.increment();
  }

  void passedOver() {
    passedOver.increment();
  }

  void ended(Outcome outcome) {
    ended.get(outcome).increment();
  }

  /** Versions that were taken in. */
  public long versionsMet() {
    return met.sum();
  }

  /** Versions that were not taken in, since too many waited. */
  public long versionsPassedOver() {
    return passedOver.sum();
  }

  /** Versions that were looked at and ended so. */
  public long versionsEnded(Outcome outcome) {
    return ended.get(outcome).sum();
  }
}

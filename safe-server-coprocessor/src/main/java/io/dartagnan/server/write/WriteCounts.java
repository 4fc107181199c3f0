package io.dartagnan.server.write;

import io.dartagnan.write.WriteRefusal;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one RegionServer since it started. */
public final class WriteCounts {
  private final Map<WriteRefusal.Reason, LongAdder> refused =
      new EnumMap<>(WriteRefusal.Reason.class);
  private final LongAdder keptUnsettled = new LongAdder();

  WriteCounts() {
    for (WriteRefusal.Reason reason : WriteRefusal.Reason.values()) {
      refused.put(reason, new LongAdder());
    }
  }

  void refused(WriteRefusal refusal) {
    refused.get(refusal.reason()).increment();
  }

  void keptUnsettled() {
    keptUnsettled.increment();
  }

  /** Writes that were refused for a reason. */
  public long refused(WriteRefusal.Reason reason) {
    return refused.get(reason).sum();
  }

  /**
   * Versions beyond the declared number that flushes and compactions kept, since too few newer ones
   * were known to be settled.
   */
  public long versionsKeptUnsettled() {
    return keptUnsettled.sum();
  }
}

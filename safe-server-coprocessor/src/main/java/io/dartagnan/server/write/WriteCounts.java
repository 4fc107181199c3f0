package io.dartagnan.server.write;

import io.dartagnan.write.WriteRefusal;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one RegionServer since it started. */
public final class WriteCounts {
  private final Map<WriteRefusal.Reason, LongAdder> refused =
      new EnumMap<>(WriteRefusal.Reason.class);
  private final LongAdder keptUnsettled = new LongAdder();
  private final LongAdder bytesKeptUnsettled = new LongAdder();
  private final LongAdder stripeWaits = new LongAdder();
  private final LongAccumulator longestStripeWait = new LongAccumulator(Math::max, 0);

  WriteCounts() {
    for (WriteRefusal.Reason reason : WriteRefusal.Reason.values()) {
      refused.put(reason, new LongAdder());
    }
  }

  void refused(WriteRefusal refusal) {
    refused.get(refusal.reason()).increment();
  }

  void keptUnsettled(int bytes) {
    keptUnsettled.increment();
    bytesKeptUnsettled.add(bytes);
  }

  void waitedForStripes(long millis) {
    stripeWaits.increment();
    longestStripeWait.accumulate(millis);
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

  /** The bytes of these, each time that a flush or compaction kept them. */
  public long bytesKeptUnsettled() {
    return bytesKeptUnsettled.sum();
  }

  /** Batches of writes that other writes' places made wait. */
  public long stripeWaits() {
    return stripeWaits.sum();
  }

  /** Milliseconds of the longest such wait. */
  public long longestStripeWaitMillis() {
    return longestStripeWait.get();
  }
}

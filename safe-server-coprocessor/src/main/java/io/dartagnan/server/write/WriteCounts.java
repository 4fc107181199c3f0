package io.dartagnan.server.write;

import io.dartagnan.write.WriteRefusal;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** Counts of one RegionServer since it started. */
public final class WriteCounts {
  private final Map<WriteRefusal.Reason, LongAdder> refused =
      new EnumMap<>(WriteRefusal.Reason.class);
  private final LongAdder keptUnsettled = new LongAdder();
  private final LongAdder bytesKeptUnsettled = new LongAdder();
  private final LongAdder stripeWaits = new LongAdder();
  private final LongAccumulator longestStripeWait = new LongAccumulator(Math::max, 0);
  private final LongAdder leftoversRemoved = new LongAdder();
  private Kept oldest = new Kept(0, 0, 0);

  /**
   * Ages of the oldest versions that were kept.
   *
   * @param hour of the clock
   * @param most in that hour
   * @param before in the hour before it
   */
  private record Kept(long hour, long most, long before) {

    /** The same in an hour that is no earlier. */
    Kept in(long now) {
      return now <= hour ? this : new Kept(now, 0, now == hour + 1 ? most : 0);
    }
  }

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

  /** Notes a version that was kept, and was not known to be on all three clouds. */
  synchronized void keptUnsettledOf(long stamp) {
    long now = EnvironmentEdgeManager.currentTime();
    Kept kept = oldest.in(TimeUnit.MILLISECONDS.toHours(now));
    oldest = new Kept(kept.hour(), Math.max(kept.most(), now - stamp), kept.before());
  }

  void removedLeftovers(int versions) {
    leftoversRemoved.add(versions);
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

  /**
   * Milliseconds by which the oldest version was behind the clock that a flush or compaction of
   * this hour or the last kept, and that was not known to be on all three clouds.
   */
  public synchronized long oldestUnsettledMillis() {
    Kept kept = oldest.in(TimeUnit.MILLISECONDS.toHours(EnvironmentEdgeManager.currentTime()));
    return Math.max(kept.most(), kept.before());
  }

  /** Versions that failed writes had left, and that were removed. */
  public long leftoversRemoved() {
    return leftoversRemoved.sum();
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

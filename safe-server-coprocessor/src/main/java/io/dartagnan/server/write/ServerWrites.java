package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The knowledge that the regions of one RegionServer share about writes.
 *
 * @param party whose cloud it is
 * @param settlements what writers told of their writes
 * @param counts for the operators
 * @param leftoverAgeMs milliseconds after which what a failed write left may be taken back
 * @param removesLeftovers whether it may be at all
 * @param markersKeptMs milliseconds for which delete markers stay
 */
public record ServerWrites(
    Party party,
    Settlements settlements,
    WriteCounts counts,
    long leftoverAgeMs,
    boolean removesLeftovers,
    int markersKeptMs) {

  /**
   * Default of {@link #leftoverAgeMs}: the time for which a write may be on its way, and as much as
   * the clocks of one cluster's servers may differ by, before HBase refuses them.
   */
  public static final long DEFAULT_LEFTOVER_AGE_MS = 60_000;

  /** Default of {@link #markersKeptMs}. */
  public static final int DEFAULT_MARKERS_KEPT_MS = 3_600_000;

  /** A server that knows nothing yet. */
  public ServerWrites(
      Party party, long leftoverAgeMs, boolean removesLeftovers, int markersKeptMs) {
    this(
        party,
        new Settlements(),
        new WriteCounts(),
        leftoverAgeMs,
        removesLeftovers,
        markersKeptMs);
  }

  /** Whether a stored version is known to be of a settled write. */
  public boolean isSettled(Cell version) {
    return WriteTag.in(version).map(tag -> tag.isSettledBy(settlements)).orElse(true);
  }

  /** Whether a stored version was made durable before it was acknowledged. */
  public boolean isDurable(Cell version) {
    return WriteTag.in(version).map(WriteTag::isDurable).orElse(true);
  }

  /** Whether the writer of a stored version has said that it may not be on all three clouds. */
  public boolean isTorn(Cell version) {
    return WriteTag.in(version)
        .filter(tag -> tag.known() && settlements.isTorn(tag.writer(), tag.stamp()))
        .isPresent();
  }

  /** Finds those of the server that hosts a region. */
  @FunctionalInterface
  public interface Lookup {

    /**
     * Those of the server.
     *
     * @throws IOException if it loaded none, or is stopping
     */
    ServerWrites find() throws IOException;
  }

  /** Counts of one RegionServer since it started. */
  public static final class WriteCounts {
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
     * Versions beyond the declared number that flushes and compactions kept, since too few newer
     * ones were known to be settled.
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
}

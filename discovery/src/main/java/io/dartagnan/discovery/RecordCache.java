package io.dartagnan.discovery;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Cache of the records that were looked up and whose lease lasts, at most {@value #MOST}. */
final class RecordCache {
  static final int MOST = 3 * RecordVerifier.NewestIssueTimes.SERVERS_PER_PARTY;

  // One segment, so that the bound is exact and the least recently used goes.
  private final Cache<String, LeasedRecord> records =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MOST).build();

  /** The record, or null if there is none whose lease lasts. */
  LeasedRecord live(String key, long now) {
    LeasedRecord known = records.getIfPresent(key);
    return known != null && known.isLive(now) ? known : null;
  }

  void put(String key, LeasedRecord read, long now) {
    records.asMap().values().removeIf(other -> !other.isLive(now));
    records.put(key, read);
  }

  /** Keeps the rest of the lease, but spares the next callers a question that just failed. */
  void askAgainLater(String key, long now) {
    records
        .asMap()
        .computeIfPresent(key, (k, known) -> known.isLive(now) ? known.askAgainLater(now) : null);
  }

  void remove(String key) {
    records.invalidate(key);
  }

  boolean holds(String key) {
    return records.asMap().containsKey(key);
  }

  Set<String> keys() {
    return Set.copyOf(records.asMap().keySet());
  }

  /**
   * Record as it was read, with what was left of its lease then. Times are of {@link
   * System#nanoTime}.
   *
   * @param record the record
   * @param askAgainAt time from which it should be read anew
   * @param expiresAt time from which it must not be used
   */
  record LeasedRecord(ServerRecord record, long askAgainAt, long expiresAt) {

    static LeasedRecord readAt(long now, long remainingMs, ServerRecord record) {
      long remaining = TimeUnit.MILLISECONDS.toNanos(Math.max(0, remainingMs));
      return new LeasedRecord(record, now + remaining / 3, now + remaining);
    }

    boolean isFresh(long now) {
      return now - askAgainAt < 0;
    }

    boolean isLive(long now) {
      return now - expiresAt < 0;
    }

    /** This lease, which spares the next callers a question that just failed. */
    LeasedRecord askAgainLater(long now) {
      return new LeasedRecord(record, now + (expiresAt - now) / 3, expiresAt);
    }
  }
}

package io.dartagnan.discovery;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Set;

/** Cache of the records that were looked up and whose lease lasts, at most {@value #MOST}. */
final class RecordCache {
  static final int MOST = 3 * NewestIssueTimes.SERVERS_PER_PARTY;

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
}

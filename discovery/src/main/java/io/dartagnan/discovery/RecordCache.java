package io.dartagnan.discovery;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Cache of the records that were looked up and whose lease lasts, at most {@value #MOST}. */
final class RecordCache {
  static final int MOST = 3 * NewestIssueTimes.SERVERS_PER_PARTY;

  private final Map<String, LeasedRecord> records = new ConcurrentHashMap<>();

  /** The record, or null if there is none whose lease lasts. */
  LeasedRecord live(String key, long now) {
    LeasedRecord known = records.get(key);
    return known != null && known.isLive(now) ? known : null;
  }

  void put(String key, LeasedRecord read, long now) {
    records.values().removeIf(other -> !other.isLive(now));
    if (records.size() >= MOST && !records.containsKey(key)) {
      // Any other: whoever needs that one asks for it again.
      records.keySet().stream().findAny().ifPresent(records::remove);
    }
    records.put(key, read);
  }

  /** Keeps what is left of the lease, but spares the next callers a question that just failed. */
  void askAgainLater(String key, long now) {
    records.computeIfPresent(
        key, (k, known) -> known.isLive(now) ? known.askAgainLater(now) : null);
  }

  void remove(String key) {
    records.remove(key);
  }

  boolean holds(String key) {
    return records.containsKey(key);
  }

  Set<String> keys() {
    return Set.copyOf(records.keySet());
  }
}

package io.dartagnan.mesh.inbox;

import io.dartagnan.mesh.SessionId;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Memory of sessions that are over: each for ten minutes, and so many at most, of which the oldest
 * is forgotten first. Guarded by its owner's lock.
 *
 * <p>What is asked for most is not remembered longer: or a peer that keeps asking for some sessions
 * would have others forgotten.
 *
 * @param <V> type of what is remembered of a session
 */
final class SessionMemory<V> {
  static final Duration REMEMBERED = Duration.ofMinutes(10);

  private record Entry<V>(long since, V value) {}

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<SessionId, Entry<V>> byAge = new LinkedHashMap<>();

  /**
   * A memory of nothing.
   *
   * @param most sessions to remember
   * @param nanoTime the time, as {@link System#nanoTime} gives it
   */
  SessionMemory(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
  }

  /** Remembers a session that is not remembered. */
  void put(SessionId id, V value) {
    if (byAge.size() == most) {
      byAge.remove(byAge.keySet().iterator().next());
    }
    byAge.put(id, new Entry<>(nanoTime.getAsLong(), value));
  }

  boolean holds(SessionId id) {
    return byAge.containsKey(id);
  }

  /** The value of a session; null if the session is not remembered. */
  V get(SessionId id) {
    Entry<V> entry = byAge.get(id);
    return entry == null ? null : entry.value();
  }

  /** Forgets a session. */
  V remove(SessionId id) {
    Entry<V> entry = byAge.remove(id);
    return entry == null ? null : entry.value();
  }

  /** Forgets what has been remembered for long enough. */
  void forgetOld() {
    long now = nanoTime.getAsLong();
    Iterator<Entry<V>> oldest = byAge.values().iterator();
    while (oldest.hasNext() && now - oldest.next().since() > REMEMBERED.toNanos()) {
      oldest.remove();
    }
  }
}

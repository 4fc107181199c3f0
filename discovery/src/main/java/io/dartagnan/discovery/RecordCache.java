package io.dartagnan.discovery;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cache of the records that were looked up and whose lease lasts, at most {@value #MOST}. It reads
 * them anew in the background.
 *
 * <p>All that is due goes in one exchange, and exchanges begin at least {@value #GAP_MS} ms after
 * the one before has ended. So a flood of hints costs Redis five exchanges a second.
 */
final class RecordCache implements Subscriber.Listener {
  static final int MOST = 3 * RecordVerifier.NewestIssueTimes.SERVERS_PER_PARTY;
  static final long GAP_MS = 200;

  // One segment, so that the bound is exact and the least recently used goes.
  private final Cache<String, RecordReader.LeasedRecord> records =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MOST).build();

  private final RecordReader reader;
  private final ScheduledExecutorService executor;
  private final OutageLog outage =
      new OutageLog(
          "addresses that are known are used until their leases run out",
          "Redis answers again, addresses are read anew");
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * The keys to read, and whether their owner is said to have changed them. At most the cache's.
   */
  private final Map<String, Boolean> due = new ConcurrentHashMap<>();

  private volatile long notBefore = System.nanoTime();

  /**
   * An empty cache.
   *
   * @param executor has one thread, which reads anew until its owner ends it
   */
  RecordCache(RecordReader reader, ScheduledExecutorService executor) {
    this.reader = reader;
    this.executor = executor;
  }

  /** The record, or null if there is none whose lease lasts. */
  RecordReader.LeasedRecord live(String key, long now) {
    RecordReader.LeasedRecord known = records.getIfPresent(key);
    return known != null && known.isLive(now) ? known : null;
  }

  void put(String key, RecordReader.LeasedRecord read, long now) {
    records.asMap().values().removeIf(other -> !other.isLive(now));
    records.put(key, read);
  }

  /** Keeps the rest of the lease, but spares the next callers a question that just failed. */
  private void askAgainLater(String key, long now) {
    records
        .asMap()
        .computeIfPresent(key, (k, known) -> known.isLive(now) ? known.askAgainLater(now) : null);
  }

  /** Reads a record anew that may have changed. */
  void stale(String key) {
    if (due.putIfAbsent(key, false) == null) {
      wake();
    }
  }

  @Override
  public void subscribed() {
    records.asMap().keySet().forEach(this::stale);
  }

  @Override
  public void changed(String key) {
    if (records.asMap().containsKey(key)) {
      due.put(key, true);
      wake();
    }
  }

  private void wake() {
    if (scheduled.compareAndSet(false, true)) {
      boolean accepted = false;
      try {
        long wait = Math.max(0, notBefore - System.nanoTime());
        executor.schedule(this::refresh, wait, TimeUnit.NANOSECONDS);
        accepted = true;
      } catch (RejectedExecutionException closed) {
        due.clear();
      } finally {
        if (!accepted) { // when no thread can be started, for instance; the next one may try
          scheduled.set(false);
        }
      }
    }
  }

  private void refresh() {
    Map<String, Boolean> taken = Map.copyOf(due);
    taken.forEach(due::remove); // but those hinted at meanwhile
    try {
      reader.readAll(
          taken.keySet(), (key, read, rejected) -> settle(key, taken.get(key), read, rejected));
      outage.succeeded();
    } catch (DiscoveryException e) {
      failed(taken, e);
    } catch (RuntimeException | Error e) {
      failed(taken, new DiscoveryException("addresses could not be read anew: " + e, e));
    } finally {
      notBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GAP_MS);
      // Not before that: a hint during the read would have the next one begin without a gap.
      scheduled.set(false);
      if (!due.isEmpty()) {
        wake();
      }
    }
  }

  private void failed(Map<String, Boolean> taken, DiscoveryException why) {
    long now = System.nanoTime();
    taken.keySet().forEach(key -> askAgainLater(key, now));
    outage.failed(why);
  }

  private void settle(
      String key,
      boolean hinted,
      RecordReader.LeasedRecord read,
      RejectedRecordException rejected) {
    long now = System.nanoTime();
    if (read != null) {
      put(key, read, now);
    } else if (rejected == null && hinted) {
      // Its owner has taken it back. Without a hint it may as well be Redis that was wiped.
      records.invalidate(key);
    } else {
      askAgainLater(key, now);
    }
  }
}

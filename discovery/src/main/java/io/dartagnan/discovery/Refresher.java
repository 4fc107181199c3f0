package io.dartagnan.discovery;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Refresher of cached records: reads them anew in the background.
 *
 * <p>All that is due goes in one exchange, and exchanges begin at least {@value #GAP_MS} ms after
 * the one before has ended. So a flood of hints costs Redis five exchanges a second.
 */
final class Refresher implements AutoCloseable {
  static final long GAP_MS = 200;

  private final RecordReader reader;
  private final RecordCache cache;
  private final OutageLog outage =
      new OutageLog(
          "addresses that are known are used until their leases run out",
          "Redis answers again, addresses are read anew");
  private final ScheduledThreadPoolExecutor executor = DiscoveryThreads.scheduler("refresh");
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * The keys to read, and whether their owner is said to have changed them. At most the cache's.
   */
  private final Map<String, Boolean> due = new ConcurrentHashMap<>();

  private volatile long notBefore = System.nanoTime();

  Refresher(RecordReader reader, RecordCache cache) {
    this.reader = reader;
    this.cache = cache;
  }

  /** Reads a record anew that may have changed. */
  void stale(String key) {
    if (due.putIfAbsent(key, false) == null) {
      wake();
    }
  }

  /** Reads a record anew of which someone says that its owner has changed or removed it. */
  void hinted(String key) {
    due.put(key, true);
    wake();
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
    taken.keySet().forEach(key -> cache.askAgainLater(key, now));
    outage.failed(why);
  }

  private void settle(
      String key, boolean hinted, RecordCache.LeasedRecord read, RejectedRecordException rejected) {
    long now = System.nanoTime();
    if (read != null) {
      cache.put(key, read, now);
    } else if (rejected == null && hinted) {
      // Its owner has taken it back. Without a hint it may as well be Redis that was wiped.
      cache.remove(key);
    } else {
      cache.askAgainLater(key, now);
    }
  }

  @Override
  public void close() {
    DiscoveryThreads.stop(executor);
  }
}

package io.dartagnan.discovery;

import com.google.common.util.concurrent.AtomicLongMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of what one discovery has done since it was opened. Counters only grow; reading one costs
 * little.
 */
public final class DiscoveryMetrics {
  private final LongAdder lookups = new LongAdder();
  private final LongAdder cacheHits = new LongAdder();
  private final LongAdder redisFailures = new LongAdder();
  private final LongAdder heartbeatsFailed = new LongAdder();
  private final LongAdder subscriberReconnects = new LongAdder();
  private final LongAdder hints = new LongAdder();
  private final AtomicLongMap<RecordRejection> rejected = AtomicLongMap.create();

  /** Counts at zero. */
  public DiscoveryMetrics() {}

  /** Servers asked for. */
  public long lookups() {
    return lookups.sum();
  }

  /** Servers asked for whose address was known without asking Redis. */
  public long cacheHits() {
    return cacheHits.sum();
  }

  /** Exchanges with Redis that failed: unreachable, too slow, or not an answer. */
  public long redisFailures() {
    return redisFailures.sum();
  }

  /** Renewals of an own record that failed. */
  public long heartbeatsFailed() {
    return heartbeatsFailed.sum();
  }

  /** Times the subscription to changes was lost, or could not be had, and was tried again. */
  public long subscriberReconnects() {
    return subscriberReconnects.sum();
  }

  /** Messages on the channel of changes, those about servers nobody asked for included. */
  public long hints() {
    return hints.sum();
  }

  /** Records that were found and not believed, for whatever reason. */
  public long rejected() {
    return rejected.sum();
  }

  /** Records that were found and not believed for this reason. */
  public long rejected(RecordRejection rejection) {
    return rejected.get(rejection);
  }

  void lookup() {
    lookups.increment();
  }

  void cacheHit() {
    cacheHits.increment();
  }

  void redisFailure() {
    redisFailures.increment();
  }

  void heartbeatFailed() {
    heartbeatsFailed.increment();
  }

  void subscriberReconnect() {
    subscriberReconnects.increment();
  }

  void hint() {
    hints.increment();
  }

  void addRejected(RecordRejection rejection) {
    rejected.incrementAndGet(rejection);
  }
}

package io.dartagnan.discovery;

import com.google.common.util.concurrent.AtomicLongMap;
import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts of what one discovery has done since it was opened. Counters only grow; reading one costs
 * little.
 */
public final class DiscoveryMetrics {
  final LongAdder lookups = new LongAdder();
  final LongAdder cacheHits = new LongAdder();
  final LongAdder redisFailures = new LongAdder();
  final LongAdder heartbeatsFailed = new LongAdder();
  final LongAdder subscriberReconnects = new LongAdder();
  final LongAdder hints = new LongAdder();
  final AtomicLongMap<Reason> rejected = AtomicLongMap.create();

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
  public long rejected(Reason reason) {
    return rejected.get(reason);
  }
}

package io.dartagnan.discovery;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.params.SetParams;

/** Writes one record anew every third of its lease, so that a wiped Redis has it back soon. */
final class Heartbeat implements Registration {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private final ServerRecord own;
  private final Duration lease;
  private final RedisConnector redis;
  private final Outage outage;
  private final Runnable onClose;
  private Future<?> schedule;
  private boolean closed;

  Heartbeat(
      ServerRecord own, Duration lease, RedisConnector redis, Outage outage, Runnable onClose) {
    this.own = own;
    this.lease = lease;
    this.redis = redis;
    this.outage = outage;
    this.onClose = onClose;
  }

  /** Beats once on the calling thread, so that the record is there on return if Redis is. */
  synchronized void start(ScheduledExecutorService executor) {
    beat();
    long every = lease.toMillis() / 3;
    schedule = executor.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
  }

  @Override
  public ServerRecord record() {
    return own;
  }

  /** Excludes {@link #close}: a late beat must not bring a removed record back. */
  private synchronized void beat() {
    if (closed) {
      return;
    }
    try {
      redis.talk(
          connection ->
              connection.set(
                  RecordFormat.key(own),
                  RecordFormat.write(own),
                  new SetParams().px(lease.toMillis())));
      outage.succeeded();
    } catch (DiscoveryException e) {
      outage.failed(e);
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (schedule != null) {
      schedule.cancel(false);
    }
    try {
      redis.talk(connection -> connection.del(RecordFormat.key(own)));
    } catch (DiscoveryException e) {
      LOG.info(
          "the record of {} was not removed and expires within {} ms: {}",
          own.server(),
          lease.toMillis(),
          e.getMessage());
    }
    onClose.run();
  }
}

package io.dartagnan.discovery;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.params.SetParams;

/**
 * Discovery.Registration in Redis that issues its record anew every third of its lease, so that a
 * wiped Redis has it back soon, and says so on the channel when readers may know otherwise.
 */
final class Heartbeat implements Discovery.Registration {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  private final ServerRecord own;
  private final Duration lease;
  private final RedisConnector redis;
  private final RecordSigner signer;
  private final LongSupplier issueClock;
  private final DiscoveryMetrics metrics;
  private final Runnable onClose;
  private final OutageLog outage;
  private Future<?> schedule;
  private boolean announced;
  private boolean published;
  private boolean closed;

  /**
   * A heartbeat that has not begun.
   *
   * @param issueClock the time at each call, later than at the call before
   * @param onClose called once the record is removed
   */
  Heartbeat(
      ServerRecord own,
      Duration lease,
      RedisConnector redis,
      RecordSigner signer,
      LongSupplier issueClock,
      DiscoveryMetrics metrics,
      Runnable onClose) {
    this.own = own;
    this.lease = lease;
    this.redis = redis;
    this.signer = signer;
    this.issueClock = issueClock;
    this.metrics = metrics;
    this.onClose = onClose;
    this.outage =
        new OutageLog(
            "registering " + own.server() + " is tried again until it succeeds",
            "the server " + own.server() + " is registered again");
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
      String value = RecordFormat.write(issue(), signer);
      redis.talk(
          connection -> {
            connection.set(RecordFormat.key(own), value, new SetParams().px(lease.toMillis()));
            return published ? 0 : connection.publish(RecordFormat.CHANNEL, RecordFormat.key(own));
          });
      published = true;
      if (!announced) {
        announced = true;
        LOG.info(
            "registered party {} server {} as {}:{} in Redis, renewed every {} ms",
            own.party(),
            own.server(),
            own.host(),
            own.port(),
            lease.toMillis() / 3);
      }
      outage.succeeded();
    } catch (DiscoveryException e) {
      published = false;
      metrics.heartbeatFailed();
      outage.failed(e);
    } catch (RuntimeException | Error e) {
      // Whatever it is: the schedule would end with it, and this server be lost for good.
      published = false;
      metrics.heartbeatFailed();
      outage.failed(new DiscoveryException("this server's record cannot be issued: " + e, e));
    }
  }

  private RecordFormat.IssuedRecord issue() {
    long issuedAt = issueClock.getAsLong();
    return new RecordFormat.IssuedRecord(own, issuedAt, issuedAt + lease.toMillis());
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
      redis.talk(
          connection -> {
            connection.del(RecordFormat.key(own));
            return connection.publish(RecordFormat.CHANNEL, RecordFormat.key(own));
          });
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

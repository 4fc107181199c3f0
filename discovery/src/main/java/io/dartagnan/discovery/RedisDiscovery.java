package io.dartagnan.discovery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * Keeps the records in Redis, one key per server with the lease as its expiry (see {@link
 * RecordFormat} for the layout).
 *
 * <p>Redis may be down, restarted or wiped. Registrations come back by themselves within a third of
 * a lease; a record that was looked up stays usable until its lease runs out, and is read anew from
 * a third of the lease on. So an outage shorter than that goes unnoticed by those who keep looking
 * a record up, and none is trusted for longer than its owner asked.
 *
 * <p><b>Security guarantees.</b> None beyond what Redis itself gives: records are not signed in
 * this version. See the package's description for why that cannot leak anything.
 */
public final class RedisDiscovery implements Discovery {
  private static final int KEYS_PER_SCAN = 512;
  private static final long CLOSE_TIMEOUT_S = 10;

  private final RedisConnector redis;
  private final Duration lease;
  private final ScheduledThreadPoolExecutor heartbeats;
  private final Outage outage;
  private final Map<String, Heartbeat> registrations = new ConcurrentHashMap<>();
  private final Map<String, LeasedRecord> cache = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Nothing is sent to Redis yet; the heartbeat thread starts with the first registration. */
  public RedisDiscovery(RedisSettings settings) {
    this.redis = new RedisConnector(settings);
    this.lease = settings.lease();
    this.outage = new Outage(settings.address());
    this.heartbeats =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dartagnan-discovery-heartbeat");
              thread.setDaemon(true);
              return thread;
            });
    heartbeats.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Registration register(ServerRecord own) throws DiscoveryException {
    checkOpen();
    String key = RecordFormat.key(own);
    Heartbeat heartbeat = new Heartbeat(own, lease, redis, outage, () -> registrations.remove(key));
    if (registrations.putIfAbsent(key, heartbeat) != null) {
      throw new IllegalStateException(
          "party " + own.party() + " server " + own.server() + " is registered here already");
    }
    try {
      heartbeat.start(heartbeats);
    } catch (RejectedExecutionException e) {
      closed = true;
    }
    if (closed) {
      heartbeat.close();
      checkOpen();
    }
    return heartbeat;
  }

  @Override
  public ServerRecord lookup(int party, String server) throws DiscoveryException {
    ServerRecord.checkName(party, server);
    checkOpen();
    String key = RecordFormat.key(party, server);
    LeasedRecord known = cache.get(key);
    if (known != null && known.isFresh(System.nanoTime())) {
      return known.record();
    }
    LeasedRecord read;
    try {
      read = redis.talk(connection -> read(connection, key));
    } catch (DiscoveryException e) {
      return stillLeased(key, e);
    }
    if (read == null) {
      return stillLeased(
          key,
          new DiscoveryException(
              "party " + party + " server " + server + " has no live record in discovery"));
    }
    long now = System.nanoTime();
    cache.values().removeIf(other -> !other.isLive(now));
    cache.put(key, read);
    return read.record();
  }

  @Override
  public List<ServerRecord> all() throws DiscoveryException {
    checkOpen();
    return redis.talk(
        connection -> {
          // A scan may show a key twice. The order of the keys is that of party, then server.
          Map<String, ServerRecord> found = new TreeMap<>();
          ScanParams params =
              new ScanParams().match(RecordFormat.KEY_PREFIX + '*').count(KEYS_PER_SCAN);
          String cursor = ScanParams.SCAN_POINTER_START;
          do {
            ScanResult<String> page = connection.scan(cursor, params);
            for (String key : page.getResult()) {
              String value = connection.get(key);
              if (value != null) {
                found.put(key, RecordFormat.read(key, value));
              }
            }
            cursor = page.getCursor();
          } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
          return List.copyOf(found.values());
        });
  }

  @Override
  public void close() {
    closed = true;
    registrations.values().forEach(Heartbeat::close);
    stopHeartbeats();
  }

  /** Ends as a killed process would: no more heartbeats, and the records stay until they expire. */
  void vanish() {
    closed = true;
    stopHeartbeats();
  }

  private void stopHeartbeats() {
    heartbeats.shutdownNow();
    try {
      heartbeats.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LeasedRecord read(Jedis connection, String key) throws DiscoveryException {
    long askedAt = System.nanoTime();
    try (Transaction together = connection.multi()) {
      Response<String> value = together.get(key);
      Response<Long> remainingMs = together.pttl(key);
      together.exec();
      if (value.get() == null) {
        return null;
      }
      // No expiry, or one beyond our own lease, is not a promise that a live owner made.
      long ms = Math.min(remainingMs.get(), lease.toMillis());
      return LeasedRecord.readAt(askedAt, ms, RecordFormat.read(key, value.get()));
    }
  }

  /** The cached record while its lease lasts; else the failure. */
  private ServerRecord stillLeased(String key, DiscoveryException failure)
      throws DiscoveryException {
    long now = System.nanoTime();
    LeasedRecord kept =
        cache.computeIfPresent(
            key, (k, known) -> known.isLive(now) ? known.askAgainLater(now) : null);
    if (kept == null) {
      throw failure;
    }
    return kept.record();
  }

  private void checkOpen() throws DiscoveryException {
    if (closed) {
      throw new DiscoveryException("discovery is closed");
    }
  }
}

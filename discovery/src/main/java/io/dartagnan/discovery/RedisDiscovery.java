package io.dartagnan.discovery;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.params.SetParams;

/**
 * Discovery with its records in Redis, one key per server with the lease as its expiry (see {@link
 * RecordFormat} for the layout).
 *
 * <p>Redis may be down, restarted, wiped or slow. Registrations come back by themselves within a
 * third of a lease. A record that was looked up is answered from memory until its lease runs out;
 * it is read anew in the background from a third of the lease on, and at once when its owner says
 * on a channel that it has changed. So an outage shorter than a lease goes unnoticed, nobody who
 * asks for a live record waits for Redis, and none is trusted for longer than its owner asked.
 *
 * <p><b>Security guarantees.</b> A record is used only if a key pinned for its party signed it,
 * with this server's name, this address and these times; if it is neither expired nor from the
 * future by more than the allowed clock skew; and if no newer one of that server was seen. Whoever
 * controls Redis, or the network to it, can withhold records, so that lookups fail, and can show a
 * removed server's last record until it expires; it can lead nobody to another address. It cannot
 * exhaust memory or hold a caller for longer than an exchange either.
 */
public final class RedisDiscovery implements Discovery {
  static final String THREAD_NAME_PREFIX = "dartagnan-discovery-";
  private static final Logger LOG = LoggerFactory.getLogger(RedisDiscovery.class);

  private final RedisSettings settings;
  private final RecordSigner signer;
  private final DiscoveryMetrics metrics = new DiscoveryMetrics();
  private final RedisConnector redis;
  private final RecordVerifier verifier;
  private final RecordReader reader;
  private final RecordCache cache;
  private final CoalescedReads reads;
  private final Subscriber subscriber;
  private final IssueClock issueClock;
  private final ScheduledThreadPoolExecutor heartbeats = scheduler("heartbeat");
  private final ScheduledThreadPoolExecutor refreshes = scheduler("refresh");
  private final Map<String, Heartbeat> registrations = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * Opens a discovery. Nothing is sent to Redis yet and no thread runs: that of the heartbeat
   * starts with the first registration, those that watch with the first record found.
   *
   * @param signer signs what is registered here
   * @param pinned keys whose signatures are believed
   * @throws DiscoveryException if the truststore for Redis cannot be used
   */
  public RedisDiscovery(RedisSettings settings, RecordSigner signer, PartyKeys pinned)
      throws DiscoveryException {
    this(settings, Objects.requireNonNull(signer, "signer"), pinned, Clock.systemUTC());
  }

  RedisDiscovery(RedisSettings settings, RecordSigner signer, PartyKeys pinned, Clock clock)
      throws DiscoveryException {
    this.settings = settings;
    this.signer = signer;
    this.redis = new RedisConnector(settings, metrics);
    this.verifier =
        new RecordVerifier(
            Objects.requireNonNull(pinned, "pinned"), clock, settings.clockSkew(), metrics);
    this.reader = new RecordReader(redis, verifier);
    this.cache = new RecordCache(reader, refreshes);
    this.reads = new CoalescedReads(this::find);
    this.subscriber = new Subscriber(redis, metrics, threads("watch"), cache);
    this.issueClock = new IssueClock(clock, settings.clockSkew());
  }

  /**
   * A discovery that only reads: it has no server to register.
   *
   * @throws DiscoveryException if the truststore for Redis cannot be used
   */
  public static RedisDiscovery reading(RedisSettings settings, PartyKeys pinned)
      throws DiscoveryException {
    return new RedisDiscovery(settings, null, pinned, Clock.systemUTC());
  }

  /** Factory of daemon threads of this name, which their owner ends. */
  static ThreadFactory threads(String name) {
    return new ThreadFactoryBuilder()
        .setNameFormat(THREAD_NAME_PREFIX + name)
        .setDaemon(true)
        .build();
  }

  /** A scheduler with one thread, which starts with the first task. */
  private static ScheduledThreadPoolExecutor scheduler(String name) {
    ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, threads(name));
    scheduler.setRemoveOnCancelPolicy(true);
    return scheduler;
  }

  @Override
  public Discovery.Registration register(ServerRecord own) throws DiscoveryException {
    checkOpen();
    if (signer == null) {
      throw new IllegalStateException("this discovery only reads; open it with a RecordSigner");
    }
    requireOwnSignature(own);
    Heartbeat heartbeat = new Heartbeat(own);
    if (registrations.putIfAbsent(RecordFormat.key(own), heartbeat) != null) {
      throw new IllegalStateException(
          "party " + own.party() + " server " + own.server() + " is registered here already");
    }
    try {
      heartbeat.start();
    } catch (RejectedExecutionException e) {
      closed = true;
    }
    if (closed) {
      heartbeat.close();
      checkOpen();
    }
    return heartbeat;
  }

  /** Readers have the same certificates pinned: what they will refuse is refused here first. */
  private void requireOwnSignature(ServerRecord own) throws DiscoveryException {
    RecordFormat.IssuedRecord trial = issue(own);
    byte[] signature = signer.sign(RecordFormat.signed(trial));
    if (!verifier.isSigned(new RecordFormat.Claim(trial, signature))) {
      throw new DiscoveryException(
          "the key that signs the records of party "
              + own.party()
              + " belongs to no certificate pinned for it; see the party's keystore and"
              + " truststore");
    }
  }

  private RecordFormat.IssuedRecord issue(ServerRecord own) {
    long now = issueClock.getAsLong();
    return new RecordFormat.IssuedRecord(own, now, now + settings.lease().toMillis());
  }

  @Override
  public ServerRecord lookup(int party, String server) throws DiscoveryException {
    ServerRecord.checkName(party, server);
    checkOpen();
    metrics.lookups.increment();
    String key = RecordFormat.key(party, server);
    long now = System.nanoTime();
    RecordReader.LeasedRecord known = cache.live(key, now);
    if (known != null) {
      metrics.cacheHits.increment();
      if (!known.isFresh(now)) {
        cache.stale(key);
      }
      return known.record();
    }
    RecordReader.LeasedRecord read = reads.ask(key);
    // An answer may have taken longer than what was left of the lease when it was given.
    if (read == null || !read.isLive(System.nanoTime())) {
      throw new DiscoveryException(
          "party " + party + " server " + server + " has no live record in discovery");
    }
    subscriber.start();
    return read.record();
  }

  private RecordReader.LeasedRecord find(String key) throws DiscoveryException {
    RecordReader.LeasedRecord read = reader.read(key);
    if (read != null) {
      cache.put(key, read, System.nanoTime());
    }
    return read;
  }

  @Override
  public Discovery.Inspection inspect() throws DiscoveryException {
    checkOpen();
    return reader.inspect();
  }

  @Override
  public String keeper() {
    return "Redis at %s %s TLS"
        .formatted(settings.address(), settings.isEncrypted() ? "over" : "without");
  }

  @Override
  public DiscoveryMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    closed = true;
    registrations.values().forEach(Heartbeat::close);
    stopThreads();
  }

  /** Ends as a killed process would: no more heartbeats, and the records stay until they expire. */
  void vanish() {
    closed = true;
    stopThreads();
  }

  private void stopThreads() {
    stop(heartbeats);
    subscriber.close();
    stop(refreshes);
  }

  /** Waits until the thread has ended; every task it may be at is shorter than that. */
  private static void stop(ScheduledThreadPoolExecutor scheduler) {
    scheduler.shutdownNow();
    try {
      scheduler.awaitTermination(Subscriber.STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void checkOpen() throws DiscoveryException {
    if (closed) {
      throw new DiscoveryException("discovery is closed");
    }
  }

  /**
   * Registration that issues its record anew every third of its lease, so that a wiped Redis has it
   * back soon, and says so on the channel when readers may know otherwise.
   */
  private final class Heartbeat implements Registration {
    private final ServerRecord own;
    private final String key;
    private final long leaseMs = settings.lease().toMillis();
    private final OutageLog outage;
    private Future<?> schedule;
    private boolean announced;
    private boolean published;
    private boolean removed;

    Heartbeat(ServerRecord own) {
      this.own = own;
      this.key = RecordFormat.key(own);
      this.outage =
          new OutageLog(
              "registering " + own.server() + " is tried again until it succeeds",
              "the server " + own.server() + " is registered again");
    }

    /** Beats once on the calling thread, so that the record is there on return if Redis is. */
    synchronized void start() {
      beat();
      long every = leaseMs / 3;
      schedule = heartbeats.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
    }

    @Override
    public ServerRecord record() {
      return own;
    }

    /** Excludes {@link #close}: a late beat must not bring a removed record back. */
    private synchronized void beat() {
      if (removed) {
        return;
      }
      try {
        String value = RecordFormat.write(issue(own), signer);
        redis.talk(
            connection -> {
              connection.set(key, value, new SetParams().px(leaseMs));
              return published ? 0 : connection.publish(RecordFormat.CHANNEL, key);
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
              leaseMs / 3);
        }
        outage.succeeded();
      } catch (DiscoveryException e) {
        failed(e);
      } catch (RuntimeException | Error e) {
        // Whatever it is: the schedule would end with it, and this server be lost for good.
        failed(new DiscoveryException("this server's record cannot be issued: " + e, e));
      }
    }

    private void failed(DiscoveryException failure) {
      published = false;
      metrics.heartbeatsFailed.increment();
      outage.failed(failure);
    }

    @Override
    public synchronized void close() {
      if (removed) {
        return;
      }
      removed = true;
      if (schedule != null) {
        schedule.cancel(false);
      }
      try {
        redis.talk(
            connection -> {
              connection.del(key);
              return connection.publish(RecordFormat.CHANNEL, key);
            });
      } catch (DiscoveryException e) {
        LOG.info(
            "the record of {} was not removed and expires within {} ms: {}",
            own.server(),
            leaseMs,
            e.getMessage());
      }
      registrations.remove(key);
    }
  }

  /**
   * Clock that records are issued by: the time, but later than before. Readers take a record for
   * replayed that is older than the one they saw, and a clock may be set back.
   *
   * <p>It may be set back by more than clocks may differ. Then what was issued before was from the
   * future, readers did not believe it, and would not believe what is later still: it is forgotten.
   */
  static final class IssueClock implements LongSupplier {
    private final Clock clock;
    private final long skewMs;
    private final AtomicLong last = new AtomicLong();

    IssueClock(Clock clock, Duration clockSkew) {
      this.clock = clock;
      this.skewMs = clockSkew.toMillis();
    }

    /** Milliseconds since the epoch. */
    @Override
    public long getAsLong() {
      long now = clock.millis();
      return last.updateAndGet(
          before -> before + 1 - now > skewMs ? now : Math.max(before + 1, now));
    }
  }
}

package io.dartagnan.discovery;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

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
  private final RedisSettings settings;
  private final RecordSigner signer;
  private final DiscoveryMetrics metrics = new DiscoveryMetrics();
  private final RedisConnector redis;
  private final RecordVerifier verifier;
  private final RecordReader reader;
  private final RecordCache cache = new RecordCache();
  private final CoalescedReads reads;
  private final Refresher refresher;
  private final Subscriber subscriber;
  private final IssueClock issueClock;
  private final ScheduledThreadPoolExecutor heartbeats = DiscoveryThreads.scheduler("heartbeat");
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
    this.reads = new CoalescedReads(this::find);
    this.refresher = new Refresher(reader, cache);
    this.subscriber = new Subscriber(redis, metrics, new Changes());
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

  @Override
  public Discovery.Registration register(ServerRecord own) throws DiscoveryException {
    checkOpen();
    if (signer == null) {
      throw new IllegalStateException("this discovery only reads; open it with a RecordSigner");
    }
    requireOwnSignature(own);
    String key = RecordFormat.key(own);
    Heartbeat heartbeat =
        new Heartbeat(
            own,
            settings.lease(),
            redis,
            signer,
            issueClock,
            metrics,
            () -> registrations.remove(key));
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

  /** Readers have the same certificates pinned: what they will refuse is refused here first. */
  private void requireOwnSignature(ServerRecord own) throws DiscoveryException {
    long now = issueClock.getAsLong();
    RecordFormat.IssuedRecord trial =
        new RecordFormat.IssuedRecord(own, now, now + settings.lease().toMillis());
    byte[] signature = signer.sign(RecordFormat.signed(trial));
    if (!verifier.isSigned(new RecordFormat.Claim(trial, signature))) {
      throw new DiscoveryException(
          "the key that signs the records of party "
              + own.party()
              + " belongs to no certificate pinned for it; see the party's keystore and"
              + " truststore");
    }
  }

  @Override
  public ServerRecord lookup(int party, String server) throws DiscoveryException {
    ServerRecord.checkName(party, server);
    checkOpen();
    metrics.lookup();
    String key = RecordFormat.key(party, server);
    long now = System.nanoTime();
    RecordCache.LeasedRecord known = cache.live(key, now);
    if (known != null) {
      metrics.cacheHit();
      if (!known.isFresh(now)) {
        refresher.stale(key);
      }
      return known.record();
    }
    RecordCache.LeasedRecord read = reads.ask(key);
    // An answer may have taken longer than what was left of the lease when it was given.
    if (read == null || !read.isLive(System.nanoTime())) {
      throw new DiscoveryException(
          "party " + party + " server " + server + " has no live record in discovery");
    }
    subscriber.start();
    return read.record();
  }

  private RecordCache.LeasedRecord find(String key) throws DiscoveryException {
    RecordCache.LeasedRecord read = reader.read(key);
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
    DiscoveryThreads.stop(heartbeats);
    subscriber.close();
    refresher.close();
  }

  private void checkOpen() throws DiscoveryException {
    if (closed) {
      throw new DiscoveryException("discovery is closed");
    }
  }

  /** Changes that owners announce on the channel, as far as they are of interest here. */
  private final class Changes implements Subscriber.Listener {
    @Override
    public void subscribed() {
      cache.keys().forEach(refresher::stale);
    }

    @Override
    public void changed(String key) {
      if (cache.holds(key)) {
        refresher.hinted(key);
      }
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

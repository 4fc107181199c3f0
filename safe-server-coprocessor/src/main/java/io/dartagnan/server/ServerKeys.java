package io.dartagnan.server;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.tls.StoreFile;
import io.dartagnan.mesh.tls.StoreType;
import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mesh.tls.TlsProvider;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** Every configuration key of a cloud's RegionServers, and how each is read. */
public final class ServerKeys {

  /** Party that this cloud is: 0, 1 or 2. Required. */
  public static final String PARTY = "dartagnan.party";

  /**
   * URI of Redis: {@code redis://host:port}, or {@code rediss} for TLS. Required, unless {@link
   * #SERVERS} is set.
   */
  public static final String REDIS_URI = "dartagnan.discovery.redis.uri";

  /** The ACL user of Redis: its default user. Looked up in Hadoop's credential providers first. */
  public static final String REDIS_USERNAME = "dartagnan.discovery.redis.username";

  /** That user's password: none. Looked up in Hadoop's credential providers first. */
  public static final String REDIS_PASSWORD = "dartagnan.discovery.redis.password";

  /** PKCS12 file with the certificate of Redis or of its issuer: the JDK's own authorities. */
  public static final String REDIS_TRUSTSTORE = "dartagnan.discovery.redis.tls.truststore.location";

  /** Its password; looked up in Hadoop's credential providers first. Required with the file. */
  public static final String REDIS_TRUSTSTORE_PASSWORD =
      "dartagnan.discovery.redis.tls.truststore.password";

  /**
   * The servers, instead of a Redis that knows them: {@code <party>/<host>,<port>=<mesh host>:<mesh
   * port>}, separated by commas.
   */
  public static final String SERVERS = "dartagnan.discovery.servers";

  /** By how much the clouds' clocks may differ, in milliseconds: 10000. */
  public static final String CLOCK_SKEW_MS = "dartagnan.discovery.clock.skew.ms";

  /** For how long a RegionServer that went silent is still found, in milliseconds: 15000. */
  public static final String LEASE_MS = "dartagnan.discovery.lease.ms";

  /** Address the mesh listens on: 0.0.0.0. */
  public static final String MESH_BIND_ADDRESS = "dartagnan.mesh.bind.address";

  /** Port the mesh listens on: 0, any free one. */
  public static final String MESH_PORT = "dartagnan.mesh.port";

  /** Host at which the peers reach this RegionServer's mesh: its HBase host name. */
  public static final String MESH_ADVERTISED_HOST = "dartagnan.mesh.advertised.host";

  /** Port at which they reach it there: the one it listens on. */
  public static final String MESH_ADVERTISED_PORT = "dartagnan.mesh.advertised.port";

  /** After how long a silent connection carries a sign of life, in milliseconds: 5000. */
  public static final String MESH_KEEPALIVE_MS = "dartagnan.mesh.keepalive.ms";

  /** After how long a connection that no filter uses is closed, in milliseconds: 60000. */
  public static final String MESH_IDLE_MS = "dartagnan.mesh.idle.ms";

  /** Longest pause between attempts to reach a server, in milliseconds: 3000. */
  public static final String MESH_BACKOFF_MAX_MS = "dartagnan.mesh.backoff.max.ms";

  /** Delay before what this server sends leaves, for measuring, in milliseconds: 0. */
  public static final String MESH_DELAY_MS = "dartagnan.mesh.delay.ms";

  /**
   * Most that a peer may have sent unread on one stream of a session, in bytes: 524288, the least.
   */
  public static final String MESH_WINDOW_BYTES = "dartagnan.mesh.window.bytes";

  /**
   * The same for everything one peer's cloud has sent this server, in bytes: a sixteenth of the
   * heap, 33554432 at least and 268435456 at most.
   */
  public static final String MESH_PEER_MAX_BYTES = "dartagnan.mesh.peer.max.bytes";

  /** Most sessions that a peer has opened and this server has not yet: 1024. */
  public static final String MESH_PENDING_MAX_SESSIONS = "dartagnan.mesh.pending.max.sessions";

  /** Most that those may hold together, in bytes: 67108864. */
  public static final String MESH_PENDING_MAX_BYTES = "dartagnan.mesh.pending.max.bytes";

  /**
   * The newest version of the mesh's protocol that this server speaks: the newest that its release
   * knows. A lower one is for upgrades, and for going back from one.
   */
  public static final String MESH_VERSION_NEWEST = "dartagnan.mesh.version.newest";

  /** The longest wait for a peer, in milliseconds: 30000. */
  public static final String MESH_TIMEOUT_MS = "dartagnan.mesh.timeout.ms";

  /** Keystore file with this party's private key. Required. */
  public static final String KEYSTORE = "dartagnan.mesh.tls.keystore.location";

  /** Its password; looked up in Hadoop's credential providers first. Required. */
  public static final String KEYSTORE_PASSWORD = "dartagnan.mesh.tls.keystore.password";

  /** Truststore file with the certificates of the three parties. Required. */
  public static final String TRUSTSTORE = "dartagnan.mesh.tls.truststore.location";

  /** Its password; looked up in Hadoop's credential providers first. Required. */
  public static final String TRUSTSTORE_PASSWORD = "dartagnan.mesh.tls.truststore.password";

  /** {@code pkcs12} or {@code jks}: what the extension of the keystore tells. */
  public static final String KEYSTORE_TYPE = "dartagnan.mesh.tls.keystore.type";

  /** {@code pkcs12} or {@code jks}: what the extension of the truststore tells. */
  public static final String TRUSTSTORE_TYPE = "dartagnan.mesh.tls.truststore.type";

  /** {@code auto}, {@code jdk} or {@code openssl}: auto, which is OpenSSL if it can be loaded. */
  public static final String TLS_PROVIDER = "dartagnan.mesh.tls.provider";

  /** Interval at which keystore and truststore are looked at for changes, in milliseconds: 5000. */
  public static final String TLS_POLL_MS = "dartagnan.mesh.tls.filepoll.interval.millis";

  /**
   * Most filters that a RegionServer evaluates or has wait for it; more are told to come back: 512.
   */
  public static final String MAX_EVALUATIONS = "dartagnan.evaluation.max";

  /**
   * Most filters that a RegionServer of party 0 has run at a time: twice its processors, 4 at
   * least.
   */
  public static final String MAX_RUNNING = "dartagnan.evaluation.running.max";

  /** The longest wait of a filter to be admitted, in milliseconds: 120000. */
  public static final String ADMISSION_WAIT_MS = "dartagnan.evaluation.wait.ms";

  /**
   * For how long a RegionServer that stops lets filters end that are under way, in milliseconds; 0
   * ends them at once: 10000.
   */
  public static final String DRAIN_MS = "dartagnan.evaluation.drain.ms";

  /** From how long on a filter is logged as slow, in milliseconds; 0 for never: 10000. */
  public static final String SLOW_MS = "dartagnan.evaluation.slow.ms";

  /**
   * Most memory of filters, share columns and the mesh together, in bytes: 40 % of the heap, and
   * what the mesh may hold and 64 MiB at least.
   */
  public static final String MEMORY_MAX_BYTES = "dartagnan.memory.max.bytes";

  /** Most memory of share columns, in bytes; 0 for none: 20 % of the heap. */
  public static final String COLUMNS_MAX_BYTES = "dartagnan.columns.max.bytes";

  /**
   * Most batches that a RegionServer compares at a time beside the one that each filter compares on
   * its own thread, so that a distance to the peers costs little; 0 for none: 64.
   */
  public static final String MAX_OVERLAP = "dartagnan.evaluation.overlap.max";

  /**
   * Most writes, minutes old, that one cloud may be seen to lack, while the two others hold them,
   * before a query over that range fails: 10000.
   */
  public static final String MAX_MISSING = "dartagnan.alignment.missing.max";

  /** After how long what a failed write left may be taken back, in milliseconds: 60000. */
  public static final String LEFTOVER_AGE_MS = "dartagnan.leftovers.age.ms";

  /** Whether clients may take back what failed writes left: true. */
  public static final String LEFTOVERS_REMOVE = "dartagnan.leftovers.remove";

  /** Whether to start on a line of HBase that this release was not built for: false. */
  public static final String ANY_HBASE = "dartagnan.hbase.any.version";

  private ServerKeys() {}

  /** The party a cloud is configured to be. */
  static Party party(Configuration conf) throws IOException {
    String party = require(conf, PARTY);
    try {
      return Party.of(Integer.parseInt(party.trim()));
    } catch (IllegalArgumentException e) {
      throw new IOException(PARTY + " is set to '" + party + "', it must be 0, 1 or 2", e);
    }
  }

  /** A setting that has no default. */
  static String require(Configuration conf, String key) throws IOException {
    String value = conf.getTrimmed(key);
    if (value == null || value.isEmpty()) {
      throw new IOException(key + " is not set; every RegionServer of a cloud needs it");
    }
    return value;
  }

  /** A file that must be named. */
  static Path requirePath(Configuration conf, String key) throws IOException {
    return Path.of(require(conf, key));
  }

  /**
   * URI of Redis.
   *
   * @throws IOException that does not repeat the setting: it may hold a password
   */
  static URI redis(Configuration conf) throws IOException {
    try {
      return new URI(require(conf, REDIS_URI));
    } catch (URISyntaxException e) {
      // Without its cause, which would repeat it.
      throw new IOException(REDIS_URI + " is not a URI: " + e.getReason());
    }
  }

  /** A password that must be set, here or in a credential provider. */
  static char[] requirePassword(Configuration conf, String key) throws IOException {
    char[] password = conf.getPassword(key);
    if (password == null) {
      throw new IOException(key + " is set neither here nor in a credential provider");
    }
    return password;
  }

  /** A password that may be set, here or in a credential provider; null when it is not. */
  static char[] password(Configuration conf, String key) throws IOException {
    char[] password = conf.getPassword(key);
    return password == null || password.length == 0 ? null : password;
  }

  /**
   * A whole number.
   *
   * @throws IOException if it is set to something else, naming it
   */
  static long number(Configuration conf, String key, long unlessSet) throws IOException {
    try {
      return conf.getLong(key, unlessSet);
    } catch (NumberFormatException e) {
      throw new IOException(
          "%s is set to '%s', it must be a whole number".formatted(key, conf.getTrimmed(key)), e);
    }
  }

  /** The same, of 32 bits. */
  static int integer(Configuration conf, String key, int unlessSet) throws IOException {
    long number = number(conf, key, unlessSet);
    if (number != (int) number) {
      throw new IOException(
          "%s is set to '%d', it must be %d at most".formatted(key, number, Integer.MAX_VALUE));
    }
    return (int) number;
  }

  /** True or false. */
  static boolean flag(Configuration conf, String key, boolean unlessSet) throws IOException {
    String value = conf.getTrimmed(key, Boolean.toString(unlessSet));
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IOException(key + " is set to '" + value + "', it must be true or false");
    };
  }

  /** A positive duration in milliseconds. */
  static Duration millis(Configuration conf, String key, long defaultMs) throws IOException {
    long ms = number(conf, key, defaultMs);
    if (ms < 1) {
      throw new IOException(key + " is set to " + ms + ", it must be at least 1 millisecond");
    }
    return Duration.ofMillis(ms);
  }

  /** A duration in milliseconds, or none. */
  static Duration millisOrNone(Configuration conf, String key, long defaultMs) throws IOException {
    long ms = number(conf, key, defaultMs);
    if (ms < 0) {
      throw new IOException(key + " is set to " + ms + ", it must be 0, for none, or more");
    }
    return Duration.ofMillis(ms);
  }

  /**
   * Settings of the mesh.
   *
   * @throws IOException naming the setting that is missing
   * @throws IllegalArgumentException naming what is out of range
   */
  static MeshSettings mesh(Configuration conf, Party self, Duration timeout) throws IOException {
    Timing timing = Timing.of(timeout);
    Limits limits = Limits.DEFAULT;
    return MeshSettings.of(
            self,
            conf.getTrimmed(MESH_BIND_ADDRESS, "0.0.0.0"),
            integer(conf, MESH_PORT, 0),
            tls(conf),
            timeout)
        .withTiming(
            timing
                .withKeepalive(millis(conf, MESH_KEEPALIVE_MS, timing.keepalive().toMillis()))
                .withIdle(millis(conf, MESH_IDLE_MS, timing.idle().toMillis()))
                .withLongestBackoff(
                    millis(conf, MESH_BACKOFF_MAX_MS, timing.longestBackoff().toMillis()))
                .withDelay(Duration.ofMillis(number(conf, MESH_DELAY_MS, 0))))
        .withLimits(
            new Limits(
                window(conf),
                number(conf, MESH_PEER_MAX_BYTES, ServerMemory.defaultPeerBytes()),
                integer(conf, MESH_PENDING_MAX_SESSIONS, limits.maxPendingSessions()),
                number(conf, MESH_PENDING_MAX_BYTES, limits.maxPendingBytes())))
        .withVersions(versions(conf));
  }

  private static Versions versions(Configuration conf) throws IOException {
    int newest = integer(conf, MESH_VERSION_NEWEST, Versions.NEWEST);
    if (newest < Versions.OLDEST || newest > Versions.NEWEST) {
      throw new IOException(
          "%s is set to %d, this release speaks %s of the mesh's protocol"
              .formatted(MESH_VERSION_NEWEST, newest, Versions.ALL));
    }
    return new Versions(Versions.OLDEST, newest);
  }

  /**
   * Window of a stream, not below the default: the exchange promises half of that to the protocols.
   */
  private static int window(Configuration conf) throws IOException {
    int least = Limits.DEFAULT.windowBytes();
    int window = integer(conf, MESH_WINDOW_BYTES, least);
    if (window < least) {
      throw new IOException(
          "%s is set to %d, it must be at least %d: the protocols count on half of that"
              .formatted(MESH_WINDOW_BYTES, window, least));
    }
    return window;
  }

  /**
   * The party's key and the pinned certificates, which are read later.
   *
   * @throws IOException naming the setting that is missing or none of those allowed
   */
  static TlsIdentity tls(Configuration conf) throws IOException {
    TlsIdentity identity =
        new TlsIdentity(
            store(conf, KEYSTORE, KEYSTORE_TYPE, KEYSTORE_PASSWORD),
            store(conf, TRUSTSTORE, TRUSTSTORE_TYPE, TRUSTSTORE_PASSWORD),
            setting(TLS_PROVIDER, () -> TlsProvider.parse(conf.getTrimmed(TLS_PROVIDER, "auto"))),
            TlsIdentity.DEFAULT_POLL_INTERVAL);
    Duration poll = millis(conf, TLS_POLL_MS, identity.pollInterval().toMillis());
    return setting(TLS_POLL_MS, () -> identity.withPollInterval(poll));
  }

  private static StoreFile store(Configuration conf, String location, String type, String password)
      throws IOException {
    Path file = requirePath(conf, location);
    return new StoreFile(
        file,
        setting(type, () -> StoreType.of(conf.getTrimmed(type), file)),
        requirePassword(conf, password));
  }

  /** Names the key in the error. */
  private static <T> T setting(String key, Supplier<T> value) throws IOException {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new IOException(key + ": " + e.getMessage(), e);
    }
  }
}

package io.dartagnan.server;

import io.dartagnan.mesh.Limits;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.Timing;
import io.dartagnan.mesh.Versions;
import io.dartagnan.mesh.tls.StoreFile;
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

  /**
   * Party that this cloud is.
   *
   * <p>Required. Allowed: 0, 1, 2.
   */
  public static final String PARTY = "dartagnan.party";

  /**
   * URI of Redis, {@code rediss} for TLS. {@code user:password@} may stand in it; {@link
   * #REDIS_USERNAME} and {@link #REDIS_PASSWORD} are the better place. Either this or {@link
   * #SERVERS} is set.
   *
   * <p>Required. Allowed: {@code redis://host[:port][/database]} and {@code rediss://...}, port
   * 6379 unless given.
   */
  public static final String REDIS_URI = "dartagnan.discovery.redis.uri";

  /**
   * ACL user of Redis; takes a password beside it. Looked up in Hadoop's credential providers
   * first.
   *
   * <p>Default: Redis' default user.
   */
  public static final String REDIS_USERNAME = "dartagnan.discovery.redis.username";

  /**
   * Password of that ACL user of Redis. Looked up in Hadoop's credential providers first.
   *
   * <p>Default: none.
   */
  public static final String REDIS_PASSWORD = "dartagnan.discovery.redis.password";

  /**
   * PKCS12 file with the certificate of Redis, or of who issued it. The certificate is for the
   * URI's host. Read at start.
   *
   * <p>Default: the JDK's authorities. Allowed: only with {@code rediss}.
   */
  public static final String REDIS_TRUSTSTORE = "dartagnan.discovery.redis.tls.truststore.location";

  /**
   * Password of {@link #REDIS_TRUSTSTORE}. Looked up in Hadoop's credential providers first.
   *
   * <p>Default: none. Allowed: required with the file, refused without it.
   */
  public static final String REDIS_TRUSTSTORE_PASSWORD =
      "dartagnan.discovery.redis.tls.truststore.password";

  /**
   * Every RegionServer of the three clouds, in place of a Redis that knows them. No {@code
   * dartagnan.discovery.redis.*}, lease or clock skew is set beside it.
   *
   * <p>Required. Allowed: {@code <party>/<host>,<port>=<mesh host>:<mesh port>}, separated by
   * commas.
   */
  public static final String SERVERS = "dartagnan.discovery.servers";

  /**
   * By how much the clouds' clocks may differ.
   *
   * <p>Default: 10000 ms. Allowed: 0 to 3600000.
   */
  public static final String CLOCK_SKEW_MS = "dartagnan.discovery.clock.skew.ms";

  /**
   * How long a RegionServer that went silent is still found. Its record is renewed every third of
   * it.
   *
   * <p>Default: 15000 ms. Allowed: 300 to 3600000.
   */
  public static final String LEASE_MS = "dartagnan.discovery.lease.ms";

  /**
   * Address on which the mesh listens.
   *
   * <p>Default: 0.0.0.0.
   */
  public static final String MESH_BIND_ADDRESS = "dartagnan.mesh.bind.address";

  /**
   * Port on which the mesh listens.
   *
   * <p>Default: 0, any free one.
   */
  public static final String MESH_PORT = "dartagnan.mesh.port";

  /**
   * Host at which the peers reach this RegionServer's mesh.
   *
   * <p>Default: the RegionServer's HBase host name.
   */
  public static final String MESH_ADVERTISED_HOST = "dartagnan.mesh.advertised.host";

  /**
   * Port at which the peers reach it there. Behind a NAT or a forwarder set this, the host, and
   * {@link #MESH_PORT}.
   *
   * <p>Default: the port on which it listens.
   */
  public static final String MESH_ADVERTISED_PORT = "dartagnan.mesh.advertised.port";

  /**
   * After how long without traffic a connection carries a keepalive. One on which nothing arrives
   * for three times as long counts as lost. Give all three clouds the same value.
   *
   * <p>Default: 5000 ms. Allowed: 10 to 3600000.
   */
  public static final String MESH_KEEPALIVE_MS = "dartagnan.mesh.keepalive.ms";

  /**
   * After how long a connection that no filter uses is closed.
   *
   * <p>Default: 60000 ms. Allowed: 10 to 86400000.
   */
  public static final String MESH_IDLE_MS = "dartagnan.mesh.idle.ms";

  /**
   * Longest pause between attempts to reach a server. Pauses begin at 100 ms and double.
   *
   * <p>Default: 3000 ms. Allowed: 1 to 3600000.
   */
  public static final String MESH_BACKOFF_MAX_MS = "dartagnan.mesh.backoff.max.ms";

  /**
   * How much later what this server sends leaves. For measuring only, with clouds on one machine; a
   * server that delays warns of it at start.
   *
   * <p>Default: 0 ms. Allowed: 0 to 10000.
   */
  public static final String MESH_DELAY_MS = "dartagnan.mesh.delay.ms";

  /**
   * Most that a peer may have sent on one stream of a session, and this server has not received.
   *
   * <p>Default: 524288 bytes. Allowed: 524288 to 1073741824; protocols send half of the least
   * unread.
   */
  public static final String MESH_WINDOW_BYTES = "dartagnan.mesh.window.bytes";

  /**
   * Most that one peer's whole cloud may have sent, and this server has not received. A message
   * beyond it ends its session.
   *
   * <p>Default: a sixteenth of the heap, 33554432 to 268435456 bytes. Allowed: 1024 or more.
   */
  public static final String MESH_PEER_MAX_BYTES = "dartagnan.mesh.peer.max.bytes";

  /**
   * Most sessions that a peer has opened and this server has not yet.
   *
   * <p>Default: 1024. Allowed: 1 or more.
   */
  public static final String MESH_PENDING_MAX_SESSIONS = "dartagnan.mesh.pending.max.sessions";

  /**
   * Most that the sessions may hold together that peers have opened and this server has not yet.
   *
   * <p>Default: 67108864 bytes. Allowed: 1024 or more.
   */
  public static final String MESH_PENDING_MAX_BYTES = "dartagnan.mesh.pending.max.bytes";

  /**
   * Newest version of the mesh's protocol that this server speaks. A lower one holds a cloud back
   * before an upgrade, or brings it back from one.
   *
   * <p>Default: the newest that the release speaks, 3. Allowed: 2, 3.
   */
  public static final String MESH_VERSION_NEWEST = "dartagnan.mesh.version.newest";

  /**
   * Longest wait for a peer, and for a client that fetches no page. A handshake has as long, but 10
   * s at most.
   *
   * <p>Default: 30000 ms. Allowed: 1 to 3600000.
   */
  public static final String MESH_TIMEOUT_MS = "dartagnan.mesh.timeout.ms";

  /**
   * File with this party's key under the alias {@code party-<i>} or {@code party-<i>-<anything>};
   * one key and no more. Read again when it changes.
   *
   * <p>Required.
   */
  public static final String KEYSTORE = "dartagnan.mesh.tls.keystore.location";

  /**
   * Password of the keystore and of its key. Looked up in Hadoop's credential providers first.
   *
   * <p>Required.
   */
  public static final String KEYSTORE_PASSWORD = "dartagnan.mesh.tls.keystore.password";

  /**
   * File with the certificates of all three parties, aliases {@code party-0}, {@code party-1},
   * {@code party-2}; more of a party as {@code party-<i>-<anything>}, and nothing else. Read again
   * when it changes.
   *
   * <p>Required.
   */
  public static final String TRUSTSTORE = "dartagnan.mesh.tls.truststore.location";

  /**
   * Password of the truststore. Looked up in Hadoop's credential providers first.
   *
   * <p>Required.
   */
  public static final String TRUSTSTORE_PASSWORD = "dartagnan.mesh.tls.truststore.password";

  /**
   * Type of the keystore.
   *
   * <p>Default: by the extension {@code .p12}, {@code .pfx} or {@code .jks}. Allowed: {@code
   * pkcs12}, {@code jks}.
   */
  public static final String KEYSTORE_TYPE = "dartagnan.mesh.tls.keystore.type";

  /**
   * Type of the truststore.
   *
   * <p>Default: by the extension {@code .p12}, {@code .pfx} or {@code .jks}. Allowed: {@code
   * pkcs12}, {@code jks}.
   */
  public static final String TRUSTSTORE_TYPE = "dartagnan.mesh.tls.truststore.type";

  /**
   * Who computes the mesh's TLS. {@code auto} is OpenSSL where it can be loaded, and the JDK
   * otherwise; the log says which. With {@code openssl} the server does not start without it.
   *
   * <p>Default: {@code auto}. Allowed: {@code auto}, {@code openssl}, {@code jdk}.
   */
  public static final String TLS_PROVIDER = "dartagnan.mesh.tls.provider";

  /**
   * How often keystore and truststore are looked at for changes.
   *
   * <p>Default: 5000 ms. Allowed: 100 to 86400000.
   */
  public static final String TLS_POLL_MS = "dartagnan.mesh.tls.filepoll.interval.millis";

  /**
   * Most filters that a RegionServer evaluates, or has wait for it. It refuses more, and their
   * clients try again later.
   *
   * <p>Default: 512. Allowed: 1 or more.
   */
  public static final String MAX_EVALUATIONS = "dartagnan.evaluation.max";

  /**
   * Most filters that run at a time. Only the servers of party 0 use it, since they decide for all
   * three clouds. A filter that waits for its client to fetch pages does not count.
   *
   * <p>Default: twice the processors, 4 at least. Allowed: 1 or more.
   */
  public static final String MAX_RUNNING = "dartagnan.evaluation.running.max";

  /**
   * Longest wait of a filter to be admitted, or to go on once it let others go first. Give all
   * three clouds the same value.
   *
   * <p>Default: 120000 ms. Allowed: 1 or more.
   */
  public static final String ADMISSION_WAIT_MS = "dartagnan.evaluation.wait.ms";

  /**
   * For how long a RegionServer that stops lets filters end that are under way, and be fetched; it
   * takes no new ones. Hadoop gives a stop 30 s in all, {@code hadoop.service.shutdown.timeout} in
   * core-site.xml.
   *
   * <p>Default: 10000 ms. Allowed: 0 or more; 0 ends them at once.
   */
  public static final String DRAIN_MS = "dartagnan.evaluation.drain.ms";

  /**
   * From how long on a filter is logged as slow.
   *
   * <p>Default: 10000 ms. Allowed: 0 or more; 0 is never.
   */
  public static final String SLOW_MS = "dartagnan.evaluation.slow.ms";

  /**
   * What filters, share columns and the mesh may hold together, by estimate. Give all three clouds
   * the same value.
   *
   * <p>Default: 40 % of the heap. Allowed: what the mesh may hold and 67108864, or more.
   */
  public static final String MEMORY_MAX_BYTES = "dartagnan.memory.max.bytes";

  /**
   * What share columns may hold of {@link #MEMORY_MAX_BYTES}. Filters take it back when they need
   * it.
   *
   * <p>Default: 20 % of the heap. Allowed: 0 or more; 0 is none.
   */
  public static final String COLUMNS_MAX_BYTES = "dartagnan.columns.max.bytes";

  /**
   * Threads of the whole server that compare batches, and read ahead, beside those of the filters
   * themselves. A filter has up to four batches under way. The three clouds may differ.
   *
   * <p>Default: 64. Allowed: 0 or more; 0 is one batch after another.
   */
  public static final String MAX_OVERLAP = "dartagnan.evaluation.overlap.max";

  /**
   * Writes older than two minutes, of one query's range, that one cloud may be seen to lack while
   * the two others hold them. With more, the query fails; with fewer, clients read those rows
   * again. The three clouds may differ.
   *
   * <p>Default: 10000. Allowed: 0 or more.
   */
  public static final String MAX_MISSING = "dartagnan.alignment.missing.max";

  /**
   * How long major compactions keep delete markers. A delete that failed may be on one cloud alone;
   * until a reader has had the rest removed, its marker keeps what it hid from being read again.
   * HBase's own {@code hbase.hstore.time.to.purge.deletes} counts if it is longer.
   *
   * <p>Default: 3600000 ms. Allowed: 0 or more.
   */
  public static final String MARKERS_KEPT_MS = "dartagnan.deletes.kept.ms";

  /**
   * How far a version must be behind this server's clock before clients may remove it as one that a
   * failed write left. No less than 30 s and the difference of the clocks of this cluster's
   * servers.
   *
   * <p>Default: 60000 ms. Allowed: 1 or more.
   */
  public static final String LEFTOVER_AGE_MS = "dartagnan.leftovers.age.ms";

  /**
   * Whether clients may remove what failed writes left. With {@code false} on one server nothing is
   * removed on any of the three clouds; readers do not see it in any case. Set it while you suspect
   * that a cloud lost data, to keep all copies.
   *
   * <p>Default: {@code true}. Allowed: {@code true}, {@code false}.
   */
  public static final String LEFTOVERS_REMOVE = "dartagnan.leftovers.remove";

  /**
   * Whether a RegionServer starts with a line of HBase for which this release was not built.
   *
   * <p>Default: {@code false}. Allowed: {@code true}, {@code false}.
   */
  public static final String ANY_HBASE = "dartagnan.hbase.any.version";

  private static final long LEAST_PEER_BYTES = 32 << 20;

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
                number(conf, MESH_PEER_MAX_BYTES, defaultPeerBytes()),
                integer(conf, MESH_PENDING_MAX_SESSIONS, limits.maxPendingSessions()),
                number(conf, MESH_PENDING_MAX_BYTES, limits.maxPendingBytes())))
        .withVersions(versions(conf));
  }

  /** Bytes that one peer may have unread where nothing else is set. */
  private static long defaultPeerBytes() {
    long share = Runtime.getRuntime().maxMemory() / 16;
    return Math.min(Math.max(share, LEAST_PEER_BYTES), Limits.DEFAULT.maxPeerBytes());
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
        setting(type, () -> StoreFile.Type.of(conf.getTrimmed(type), file)),
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

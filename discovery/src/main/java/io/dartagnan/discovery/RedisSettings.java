package io.dartagnan.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * Which Redis keeps the records, and for how long.
 *
 * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss} for TLS
 * @param lease how long a record outlives its last renewal: 300 ms to 1 hour; renewed every third
 *     of it
 */
public record RedisSettings(URI uri, Duration lease) {
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(300);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final int DEFAULT_PORT = 6379;

  /**
   * Settings that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not; never shows a password
   */
  public RedisSettings {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(lease, "lease");
    boolean redis = "redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme());
    if (!redis || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "the URI of Redis has scheme "
              + uri.getScheme()
              + " and host "
              + uri.getHost()
              + ", redis://host:port or rediss://host:port is needed");
    }
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "lease of " + lease.toMillis() + " ms given, 300 ms to 3600000 ms is allowed");
    }
  }

  /** {@code host:port}, for messages. */
  String address() {
    return uri.getHost() + ':' + (uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
  }

  /** Without the user and the password that the URI may hold. */
  @Override
  public String toString() {
    return "RedisSettings[" + address() + ", lease " + lease.toMillis() + " ms]";
  }
}

package io.dartagnan.server;

import io.dartagnan.discovery.Discovery;
import io.dartagnan.discovery.PartyKeys;
import io.dartagnan.discovery.RecordSigner;
import io.dartagnan.discovery.RedisDiscovery;
import io.dartagnan.discovery.RedisSettings;
import io.dartagnan.discovery.StaticDiscovery;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Opens the discovery that a RegionServer's configuration asks for: a Redis, or a fixed list. */
final class ConfiguredDiscovery {
  private static final long DEFAULT_LEASE_MS = 15_000;
  private static final long DEFAULT_CLOCK_SKEW_MS = 10_000;

  /** Settings that are of use with a Redis only. */
  private static final List<String> OF_REDIS =
      List.of(
          ServerKeys.REDIS_USERNAME,
          ServerKeys.REDIS_PASSWORD,
          ServerKeys.REDIS_TRUSTSTORE,
          ServerKeys.REDIS_TRUSTSTORE_PASSWORD,
          ServerKeys.LEASE_MS,
          ServerKeys.CLOCK_SKEW_MS);

  private ConfiguredDiscovery() {}

  /**
   * Opens it; nothing is sent yet.
   *
   * @param signer signs what this server registers in a Redis
   * @param pinned whose signatures are believed
   * @throws IOException if neither or both are configured, or one of them wrongly; never shows a
   *     password
   */
  static Discovery open(Configuration conf, RecordSigner signer, PartyKeys pinned)
      throws IOException {
    String servers = conf.getTrimmed(ServerKeys.SERVERS, "");
    String redis = conf.getTrimmed(ServerKeys.REDIS_URI, "");
    if (servers.isEmpty() == redis.isEmpty()) {
      throw new IOException(
          "%s of %s and %s are set; set the first to find the clouds' servers through a Redis, or the"
                  .formatted(
                      servers.isEmpty() ? "neither" : "both",
                      ServerKeys.REDIS_URI,
                      ServerKeys.SERVERS)
              + " second to list them");
    }
    try {
      return servers.isEmpty() ? redis(conf, signer, pinned) : list(conf, servers);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          (servers.isEmpty() ? ServerKeys.REDIS_URI : ServerKeys.SERVERS)
              + " or a setting beside it is wrong: "
              + e.getMessage(),
          e);
    }
  }

  private static Discovery list(Configuration conf, String servers) throws IOException {
    for (String key : OF_REDIS) {
      if (ServerKeys.password(conf, key) != null) {
        throw new IOException(
            key
                + " is set and "
                + ServerKeys.SERVERS
                + " too, which asks no Redis; remove one of the two");
      }
    }
    return new StaticDiscovery(servers);
  }

  private static Discovery redis(Configuration conf, RecordSigner signer, PartyKeys pinned)
      throws IOException {
    RedisSettings settings =
        new RedisSettings(
                ServerKeys.redis(conf),
                ServerKeys.millis(conf, ServerKeys.LEASE_MS, DEFAULT_LEASE_MS))
            .withClockSkew(
                Duration.ofMillis(
                    ServerKeys.number(conf, ServerKeys.CLOCK_SKEW_MS, DEFAULT_CLOCK_SKEW_MS)));
    char[] username = ServerKeys.password(conf, ServerKeys.REDIS_USERNAME);
    char[] password = ServerKeys.password(conf, ServerKeys.REDIS_PASSWORD);
    if (password != null) {
      settings =
          settings.loggingIn(
              new RedisSettings.Login(username == null ? null : new String(username), password));
    } else if (username != null) {
      throw new IOException(
          ServerKeys.REDIS_USERNAME
              + " is set without "
              + ServerKeys.REDIS_PASSWORD
              + "; set both, here or in a credential provider");
    }
    String truststore = conf.getTrimmed(ServerKeys.REDIS_TRUSTSTORE, "");
    if (!truststore.isEmpty()) {
      settings =
          settings.trusting(
              new RedisSettings.Truststore(
                  ServerKeys.requirePath(conf, ServerKeys.REDIS_TRUSTSTORE),
                  ServerKeys.requirePassword(conf, ServerKeys.REDIS_TRUSTSTORE_PASSWORD)));
    } else if (ServerKeys.password(conf, ServerKeys.REDIS_TRUSTSTORE_PASSWORD) != null) {
      throw new IOException(
          ServerKeys.REDIS_TRUSTSTORE_PASSWORD
              + " is set without "
              + ServerKeys.REDIS_TRUSTSTORE
              + "; set both, or neither");
    }
    return new RedisDiscovery(settings, signer, pinned);
  }
}

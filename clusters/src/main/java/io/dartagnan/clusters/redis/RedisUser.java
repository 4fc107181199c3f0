package io.dartagnan.clusters.redis;

import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.server.ServerKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * User of Redis that a cloud's region servers log in as; it may do what discovery does and nothing
 * else. Its password lies in the cloud's own folder, and Redis knows its hash only.
 */
public final class RedisUser {
  private final int party;
  private final String name;
  private final PasswordFile password;

  public RedisUser(StateFolder state, Role cloud) {
    this.party = cloud.party();
    this.name = "dartagnan-" + party;
    this.password =
        new PasswordFile(
            state.of(cloud).resolve("redis").resolve("password"), "clusters/local down, then up,");
  }

  /** One per cloud, by party. */
  static List<RedisUser> all(StateFolder state) {
    return Role.CLOUDS.stream().map(cloud -> new RedisUser(state, cloud)).toList();
  }

  /**
   * Word by word what docs/operating.md tells operators to allow: a party reads all records and
   * writes its own.
   */
  static String rules(int party) {
    return "resetkeys %R~dartagnan:server:* %W~dartagnan:server:"
        + party
        + ":* resetchannels &dartagnan:servers -@all"
        + " +set +del +getrange +pttl +scan +publish +subscribe +select +ping";
  }

  String name() {
    return name;
  }

  PasswordFile password() {
    return password;
  }

  /** The line of redis.conf that lets this user in. */
  String rule() {
    return "user " + name + " on #" + sha256(password.read()) + " " + rules(party);
  }

  /** The settings by which the cloud's region servers log in. */
  public Map<String, String> settings() {
    return Map.of(ServerKeys.REDIS_USERNAME, name, ServerKeys.REDIS_PASSWORD, password.read());
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

package io.dartagnan.provisioning;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * User of Redis that a cloud's RegionServers log in as. It may do what discovery does and nothing
 * else, and Redis knows its password by a hash.
 *
 * @param party 0 to 2
 */
public record RedisAccount(int party, String password) {

  /** Returns its name. */
  public String name() {
    return "dartagnan-" + party;
  }

  /**
   * Returns what a party may do, as docs/operating.md has it word by word: it reads all records and
   * writes its own.
   */
  public static String rules(int party) {
    return "resetkeys %R~dartagnan:server:* %W~dartagnan:server:"
        + party
        + ":* resetchannels &dartagnan:servers -@all"
        + " +set +del +getrange +pttl +scan +publish +subscribe +select +ping";
  }

  /** Returns the line of an ACL file that lets it in. */
  public String line() {
    return "user " + name() + " on #" + sha256(password) + " " + rules(party);
  }

  /** Returns the hash of a password by which Redis knows it, in hex. */
  public static String sha256(String password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(password.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The name alone. */
  @Override
  public String toString() {
    return name();
  }
}

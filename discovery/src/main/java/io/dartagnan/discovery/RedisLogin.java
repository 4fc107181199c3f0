package io.dartagnan.discovery;

import java.util.Arrays;

/**
 * Login to Redis.
 *
 * @param username an ACL user, or null for Redis' default user
 * @param password that user's password
 */
public record RedisLogin(String username, char[] password) {
  /** Characters of a password that are too many to be shown. */
  private static final int TELLING_LENGTH = 8;

  /**
   * A complete login.
   *
   * @throws IllegalArgumentException if the password is missing or the user is an empty name
   */
  public RedisLogin {
    if (password == null || password.length == 0) {
      throw new IllegalArgumentException(
          "a login to Redis without a password given, a password is needed");
    }
    if (username != null && username.isBlank()) {
      throw new IllegalArgumentException(
          "an empty user of Redis given; name one, or leave it out for the default user");
    }
    password = password.clone();
  }

  /** A copy. */
  @Override
  public char[] password() {
    return password.clone();
  }

  /**
   * Whether a text that others wrote repeats the password, be it cut off or with its signs that are
   * not ASCII written otherwise.
   */
  boolean isRepeatedIn(String text) {
    return Arrays.stream(new String(password).split("[^ -~]+"))
        .filter(piece -> !piece.isEmpty())
        .map(piece -> piece.substring(0, Math.min(piece.length(), TELLING_LENGTH)))
        .anyMatch(text::contains);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "RedisLogin[" + (username == null ? "default user" : username) + "]";
  }
}

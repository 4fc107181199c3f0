package io.dartagnan.discovery;

/**
 * As whom to log in to Redis.
 *
 * @param username an ACL user, or null for Redis' default user
 * @param password that user's password
 */
public record RedisLogin(String username, char[] password) {

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

  /** Without the password. */
  @Override
  public String toString() {
    return "RedisLogin[" + (username == null ? "default user" : username) + "]";
  }
}

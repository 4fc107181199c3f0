package io.dartagnan.discovery;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Settings of a discovery in Redis: which Redis, the way to it, and the time that a record holds.
 *
 * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss} for TLS
 * @param login the login, when the URI does not have it
 * @param truststore certificates by which Redis is known over TLS; the JDK's own authorities when
 *     absent. The certificate must be for the URI's host
 * @param lease time that a record outlives its last renewal: 300 ms to 1 hour; renewed every third
 *     of it
 * @param clockSkew most that the parties' clocks may differ: 0 to 1 hour
 */
public record RedisSettings(
    URI uri,
    Optional<Login> login,
    Optional<Truststore> truststore,
    Duration lease,
    Duration clockSkew) {
  static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final Duration SHORTEST_LEASE = Duration.ofMillis(300);
  private static final Duration DEFAULT_CLOCK_SKEW = Duration.ofSeconds(10);
  private static final Duration LARGEST_CLOCK_SKEW = Duration.ofHours(1);
  private static final int DEFAULT_PORT = 6379;
  private static final int LARGEST_PORT = 65_535;

  /**
   * Settings that are in range and fit each other.
   *
   * @throws IllegalArgumentException naming the one that is not; never shows a password
   */
  public RedisSettings {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(login, "login");
    Objects.requireNonNull(truststore, "truststore");
    Objects.requireNonNull(lease, "lease");
    Objects.requireNonNull(clockSkew, "clockSkew");
    boolean redis = "redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme());
    if (!redis || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "the URI of Redis has scheme "
              + uri.getScheme()
              + " and host "
              + uri.getHost()
              + ", redis://host:port or rediss://host:port is needed");
    }
    // Says nothing of what is there: often it is the rest of a password.
    if (!uri.getRawPath().matches("(/\\d{0,5})?")
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "the URI of Redis has more behind its host and port than /<database>; leave it out, and"
              + " if a password has one of the signs / ? # @ in it give the login beside the URI");
    }
    if (uri.getPort() == 0 || uri.getPort() > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "the URI of Redis has port " + uri.getPort() + ", 1 to 65535 is allowed");
    }
    if (uri.getUserInfo() != null && uri.getUserInfo().indexOf(':') < 0) {
      throw new IllegalArgumentException(
          "the URI of Redis has a user without a password, user:password@ is needed");
    }
    if (uri.getUserInfo() != null && login.isPresent()) {
      throw new IllegalArgumentException(
          "a login to Redis is given both in its URI and beside it; keep the one beside it");
    }
    login(uri);
    if (truststore.isPresent() && !"rediss".equals(uri.getScheme())) {
      throw new IllegalArgumentException(
          "a truststore for Redis is given and its URI begins with redis://, which is not"
              + " encrypted; use rediss:// or leave the truststore out");
    }
    require("lease", lease, SHORTEST_LEASE, LONGEST_LEASE);
    require("clock skew", clockSkew, Duration.ZERO, LARGEST_CLOCK_SKEW);
  }

  /** Settings without a login or with the URI's, and a clock skew of 10 s. */
  public RedisSettings(URI uri, Duration lease) {
    this(uri, Optional.empty(), Optional.empty(), lease, DEFAULT_CLOCK_SKEW);
  }

  /** These settings with this login. */
  public RedisSettings loggingIn(Login as) {
    return new RedisSettings(uri, Optional.of(as), truststore, lease, clockSkew);
  }

  /** These settings with a Redis that is known by these certificates. */
  public RedisSettings trusting(Truststore certificates) {
    return new RedisSettings(uri, login, Optional.of(certificates), lease, clockSkew);
  }

  /** These settings with clocks that differ by this much at most. */
  public RedisSettings withClockSkew(Duration largest) {
    return new RedisSettings(uri, login, truststore, lease, largest);
  }

  private static Optional<Login> login(URI uri) {
    if (uri.getUserInfo() == null) {
      return Optional.empty();
    }
    String[] parts = uri.getUserInfo().split(":", 2);
    return Optional.of(new Login(parts[0].isEmpty() ? null : parts[0], parts[1].toCharArray()));
  }

  private static void require(String what, Duration given, Duration least, Duration most) {
    if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what
              + " of "
              + given.toMillis()
              + " ms given, "
              + least.toMillis()
              + " ms to "
              + most.toMillis()
              + " ms is allowed");
    }
  }

  /** The login, whether it is given beside the URI or in it. */
  Optional<Login> anyLogin() {
    return login.isPresent() ? login : login(uri);
  }

  /** The number of the database. */
  int database() {
    String number = uri.getPath().replace("/", "");
    return number.isEmpty() ? 0 : Integer.parseInt(number);
  }

  String host() {
    return uri.getHost();
  }

  int port() {
    return uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
  }

  boolean isEncrypted() {
    return "rediss".equals(uri.getScheme());
  }

  /** {@code host:port}, for messages. */
  String address() {
    return host() + ':' + port();
  }

  /** Without any user and password. */
  @Override
  public String toString() {
    return "RedisSettings["
        + (isEncrypted() ? "TLS " : "")
        + address()
        + ", lease "
        + lease.toMillis()
        + " ms, clock skew "
        + clockSkew.toMillis()
        + " ms]";
  }

  /**
   * Login to Redis.
   *
   * @param username an ACL user, or null for Redis' default user
   * @param password that user's password
   */
  public record Login(String username, char[] password) {
    /** Characters of a password that are too many to be shown. */
    private static final int TELLING_LENGTH = 8;

    /**
     * A complete login.
     *
     * @throws IllegalArgumentException if the password is missing or the user is an empty name
     */
    public Login {
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
     * Whether a text that others wrote repeats the password, be it cut off or with its signs that
     * are not ASCII written otherwise.
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

  /**
   * Certificates by which a Redis that speaks TLS is known.
   *
   * @param location a PKCS12 file with the certificate of Redis or of the authority that issued it
   * @param password opens the file
   */
  public record Truststore(Path location, char[] password) {

    /** Refuses a missing part; the file is read when the discovery is opened. */
    public Truststore {
      Objects.requireNonNull(location, "location");
      password = Objects.requireNonNull(password, "password").clone();
    }

    /** A copy. */
    @Override
    public char[] password() {
      return password.clone();
    }

    /** Without the password. */
    @Override
    public String toString() {
      return "RedisTruststore[" + location + "]";
    }
  }
}

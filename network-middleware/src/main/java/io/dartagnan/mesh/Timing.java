package io.dartagnan.mesh;

import java.time.Duration;
import java.util.Objects;

/**
 * Times that a mesh waits.
 *
 * @param timeout longest wait for a peer in one call: 1 ms to 1 hour
 * @param keepalive silence after which a connection carries a sign of life; one that is silent for
 *     three times as long is lost: 10 ms to 1 hour
 * @param idle time after which a connection without a session is closed: 10 ms to 1 day
 * @param longestBackoff longest pause between attempts to reach a server that could not be reached:
 *     1 ms to 1 hour
 * @param delay time by which what this mesh sends leaves later, so that clouds on one machine are
 *     as far from each other as others are: 0 to 10 s, 0 in production
 */
public record Timing(
    Duration timeout, Duration keepalive, Duration idle, Duration longestBackoff, Duration delay) {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DEFAULT_KEEPALIVE = Duration.ofSeconds(5);
  private static final Duration DEFAULT_IDLE = Duration.ofMinutes(1);
  private static final Duration DEFAULT_LONGEST_BACKOFF = Duration.ofSeconds(3);

  private static final Duration LONGEST_DELAY = Duration.ofSeconds(10);
  private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

  /** Keepalive intervals without a sign of life after which a connection is lost. */
  public static final int LOST_AFTER = 3;

  /**
   * Times that are in range.
   *
   * @throws IllegalArgumentException naming the one that is not
   */
  public Timing {
    check("timeout", timeout, 1, HOUR);
    check("keepalive", keepalive, 10, HOUR);
    check("idle", idle, 10, Duration.ofDays(1));
    check("longestBackoff", longestBackoff, 1, HOUR);
    check("delay", delay, 0, LONGEST_DELAY);
  }

  /** Times with this timeout: a sign of life after 5 s, idle for a minute, pauses up to 3 s. */
  public static Timing of(Duration timeout) {
    return new Timing(
        timeout, DEFAULT_KEEPALIVE, DEFAULT_IDLE, DEFAULT_LONGEST_BACKOFF, Duration.ZERO);
  }

  /** These times with another interval of signs of life. */
  public Timing withKeepalive(Duration other) {
    return new Timing(timeout, other, idle, longestBackoff, delay);
  }

  /** These times with another life of unused connections. */
  public Timing withIdle(Duration other) {
    return new Timing(timeout, keepalive, other, longestBackoff, delay);
  }

  /** These times with another longest pause between attempts. */
  public Timing withLongestBackoff(Duration other) {
    return new Timing(timeout, keepalive, idle, other, delay);
  }

  /** These times with what is sent delayed. */
  public Timing withDelay(Duration other) {
    return new Timing(timeout, keepalive, idle, longestBackoff, other);
  }

  /** Milliseconds that the two ends of a connection may take to know each other: at most 10 s. */
  public long handshakeMs() {
    return Math.min(timeout.toMillis(), LONGEST_HANDSHAKE.toMillis());
  }

  private static void check(String name, Duration given, long leastMs, Duration most) {
    Objects.requireNonNull(given, name);
    if (given.compareTo(Duration.ofMillis(leastMs)) < 0 || given.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s of %d ms given, %d ms to %d ms is allowed"
              .formatted(name, given.toMillis(), leastMs, most.toMillis()));
    }
  }
}

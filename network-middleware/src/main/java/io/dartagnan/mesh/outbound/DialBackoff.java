package io.dartagnan.mesh.outbound;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Pauses before servers that could not be reached are tried again: a tenth of a second after the
 * first failure, twice as long after each further one, up to a bound, and a random half of it less,
 * so that those who wait do not all come at once. Not safe for use by several threads.
 *
 * @param <S> what names a server
 */
final class DialBackoff<S> {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 20;

  private record Failures(int count, long notBefore) {}

  private final long longestNanos;
  private final Map<S, Failures> failing = new HashMap<>();

  DialBackoff(Duration longest) {
    this.longestNanos = longest.toNanos();
  }

  /** Nanoseconds to wait before the server is tried again; 0 for none. */
  long delay(S server) {
    Failures failures = failing.get(server);
    return failures == null ? 0 : Math.max(0, failures.notBefore - System.nanoTime());
  }

  void succeeded(S server) {
    failing.remove(server);
  }

  void failed(S server) {
    long now = System.nanoTime();
    // A server that is gone for good is not asked for again, and not remembered.
    failing.values().removeIf(old -> now - old.notBefore > TimeUnit.MINUTES.toNanos(10));
    Failures before = failing.get(server);
    int count = before == null ? 0 : Math.min(before.count + 1, MOST_DOUBLINGS);
    long pause = Math.min(FIRST.toNanos() << count, longestNanos);
    long random = ThreadLocalRandom.current().nextLong(pause / 2 + 1);
    failing.put(server, new Failures(count, now + pause - random));
  }
}

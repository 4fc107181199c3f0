package io.dartagnan.discovery;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * When records are issued: the clock's time, but always later than before. Readers take a record
 * for replayed that is older than the one they saw, and a clock may be set back.
 */
final class IssueTimes implements LongSupplier {
  private final Clock clock;
  private final AtomicLong last = new AtomicLong();

  IssueTimes(Clock clock) {
    this.clock = clock;
  }

  /** Milliseconds since the epoch. */
  @Override
  public long getAsLong() {
    return last.updateAndGet(before -> Math.max(before + 1, clock.millis()));
  }
}

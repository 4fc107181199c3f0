package io.dartagnan.discovery;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Clock that records are issued by: the time, but later than before. Readers take a record for
 * replayed that is older than the one they saw, and a clock may be set back.
 *
 * <p>It may be set back by more than clocks may differ. Then what was issued before was from the
 * future, readers did not believe it, and would not believe what is later still: it is forgotten.
 */
final class IssueClock implements LongSupplier {
  private final Clock clock;
  private final long skewMs;
  private final AtomicLong last = new AtomicLong();

  IssueClock(Clock clock, Duration clockSkew) {
    this.clock = clock;
    this.skewMs = clockSkew.toMillis();
  }

  /** Milliseconds since the epoch. */
  @Override
  public long getAsLong() {
    long now = clock.millis();
    return last.updateAndGet(before -> before + 1 - now > skewMs ? now : Math.max(before + 1, now));
  }
}

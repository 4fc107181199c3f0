package io.dartagnan.mesh;

import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that several share. */
final class ByteBudget {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong mostTaken = new AtomicLong();

  ByteBudget(long limit) {
    this.limit = limit;
  }

  long limit() {
    return limit;
  }

  long taken() {
    return taken.get();
  }

  /** The most that was ever taken at a time. */
  long mostTaken() {
    return mostTaken.get();
  }

  /** Takes all of it or nothing. */
  boolean tryTake(long bytes) {
    long before;
    long now;
    do {
      before = taken.get();
      now = before + bytes;
      // Never above the limit, not even for a moment: another's take would fail that fits.
      if (now > limit) {
        return false;
      }
    } while (!taken.compareAndSet(before, now));
    if (now > mostTaken.get()) {
      mostTaken.accumulateAndGet(now, Math::max);
    }
    return true;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}

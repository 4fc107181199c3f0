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
    long now = taken.addAndGet(bytes);
    if (now > limit) {
      taken.addAndGet(-bytes);
      return false;
    }
    if (now > mostTaken.get()) {
      mostTaken.accumulateAndGet(now, Math::max);
    }
    return true;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}

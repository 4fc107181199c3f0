package io.dartagnan.mesh.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Number of bytes that several takers share. Safe for use by several threads; never more is taken
 * than the limit.
 */
public final class ByteBudget {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong mostTaken = new AtomicLong();

  /** A budget of which nothing is taken. */
  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /** Most bytes that may be taken at a time. */
  public long limit() {
    return limit;
  }

  /** Bytes that are taken now. */
  public long taken() {
    return taken.get();
  }

  /** Most bytes that were ever taken at a time. */
  public long mostTaken() {
    return mostTaken.get();
  }

  /** Takes all of these bytes, or none if they do not fit. */
  public boolean tryTake(long bytes) {
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

  /** Gives back bytes that were taken. */
  public void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}

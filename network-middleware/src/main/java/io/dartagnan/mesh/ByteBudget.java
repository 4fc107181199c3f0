package io.dartagnan.mesh;

import java.util.concurrent.atomic.AtomicLong;

/** A number of bytes that several share. */
final class ByteBudget {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  ByteBudget(long limit) {
    this.limit = limit;
  }

  long limit() {
    return limit;
  }

  /** Takes all of it or nothing. */
  boolean tryTake(long bytes) {
    if (taken.addAndGet(bytes) <= limit) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}

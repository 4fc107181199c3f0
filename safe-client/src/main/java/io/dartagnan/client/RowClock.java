package io.dartagnan.client;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Gives each write the one timestamp that its cells carry on all three clouds.
 *
 * <p>The timestamps of one row are the wall clock's milliseconds and strictly increasing within the
 * process, even when the clock stands still or steps back: no write of this process is shadowed by
 * an earlier one of its own, and a put that follows a delete is seen. Rows are told apart by a
 * hash, so that a bulk load of many rows does not run ahead of the wall clock, as one counter for
 * all of them would.
 */
final class RowClock {
  /** The clock of this process: connections share it. */
  static final RowClock PROCESS = new RowClock(System::currentTimeMillis);

  private static final int STRIPES = 1 << 14;

  private final LongSupplier wallClock;
  private final AtomicLongArray last = new AtomicLongArray(STRIPES);

  RowClock(LongSupplier wallClock) {
    this.wallClock = wallClock;
  }

  /** The timestamp of a new write to the row. */
  long next(byte[] row) {
    int hash = Arrays.hashCode(row) * 0x9E3779B9;
    int stripe = hash >>> Integer.numberOfLeadingZeros(STRIPES - 1) & STRIPES - 1;
    long now = wallClock.getAsLong();
    return last.updateAndGet(stripe, before -> Math.max(now, before + 1));
  }
}

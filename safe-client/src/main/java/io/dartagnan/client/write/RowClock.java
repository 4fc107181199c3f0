package io.dartagnan.client.write;

import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Clock that gives each write the timestamp that its cells carry on all three clouds.
 *
 * <p>The timestamps of one row are the wall clock's milliseconds and strictly increasing within the
 * process, even when the clock stands still or steps back: no write of this process is shadowed by
 * an earlier one of its own, and a put that follows a delete is seen. Rows are told apart by a
 * hash, so that a bulk load of many rows does not run ahead of the wall clock, as one counter for
 * all of them would.
 *
 * <p>A row, or rows of one hash, written more than once a millisecond for long would run ahead
 * without end, and shadow what other processes write. So a write that is ahead of the wall clock by
 * more than {@value #MOST_AHEAD_MS} ms waits until it no longer is, though never longer than
 * {@value #LONGEST_WAIT_MS} ms: a wall clock that was set back by an hour does not stop writes for
 * one.
 */
public final class RowClock {
  /** The clock of this process: connections share it. */
  public static final RowClock PROCESS = new RowClock(System::currentTimeMillis);

  static final long MOST_AHEAD_MS = 1_000;
  static final long LONGEST_WAIT_MS = 5_000;

  /** The wall clock may be set while a write waits. */
  private static final long LONGEST_NAP_MS = 100;

  private static final int STRIPES = 1 << 14;

  private final LongSupplier wallClock;
  private final long longestWaitMs;
  private final AtomicLongArray last = new AtomicLongArray(STRIPES);

  RowClock(LongSupplier wallClock) {
    this(wallClock, LONGEST_WAIT_MS);
  }

  /** A clock that holds a write back for another time at most. */
  RowClock(LongSupplier wallClock, long longestWaitMs) {
    this.wallClock = wallClock;
    this.longestWaitMs = longestWaitMs;
  }

  /**
   * The timestamp of a new write to the row.
   *
   * @throws InterruptedIOException if interrupted while waiting for the wall clock
   */
  long next(byte[] row) throws InterruptedIOException {
    int hash = Arrays.hashCode(row) * 0x9E3779B9;
    int stripe = hash >>> Integer.numberOfLeadingZeros(STRIPES - 1) & STRIPES - 1;
    long now = wallClock.getAsLong();
    long drawn = last.updateAndGet(stripe, before -> Math.max(now, before + 1));
    awaitWallClock(drawn - MOST_AHEAD_MS);
    return drawn;
  }

  private void awaitWallClock(long time) throws InterruptedIOException {
    long begun = System.nanoTime();
    long longest = TimeUnit.MILLISECONDS.toNanos(longestWaitMs);
    try {
      long left = time - wallClock.getAsLong();
      while (left > 0 && System.nanoTime() - begun < longest) {
        TimeUnit.MILLISECONDS.sleep(Math.min(left, LONGEST_NAP_MS));
        left = time - wallClock.getAsLong();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException)
          new InterruptedIOException(
                  "interrupted while a write to a row that is written too often was held back")
              .initCause(e);
    }
  }
}

package io.dartagnan.client.settlement;

import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.write.WriteRefusal;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * Clock that gives each write its stamp, which is the timestamp of its cells on all three clouds.
 *
 * <p>It is a hybrid logical clock (Kulkarni, Demirbas, Madappa, Avva, Leone: Logical Physical
 * Clocks, OPODIS 2014) in milliseconds: the wall clock, and never behind a stamp of another writer
 * that a cloud told of. Within a {@link Course} stamps of one row strictly increase, even when the
 * wall clock stands still or steps back. Rows are told apart by a hash, so that a bulk load of many
 * rows does not run ahead of the wall clock, as one counter for all of them would.
 *
 * <p>A wall clock that was wrong, and is put right, leaves the course far ahead: clouds refuse such
 * stamps, or have to be told of them again and again. So the clock begins another course once it is
 * behind the last one by more than {@value #MOST_AHEAD_MS} ms. Its stamps are those of another
 * writer, and the clouds refuse them below what they have of the first: what was written stays
 * below what is written later.
 *
 * <p>A row, or rows of one hash, written more than once a millisecond for long would run ahead
 * without end. So a write that is ahead of the clock by more than {@value #MOST_AHEAD_MS} ms waits
 * until it no longer is, though never longer than {@value #LONGEST_WAIT_MS} ms, and not at all in a
 * course that is far ahead: a wall clock that was set back by an hour does not stop writes for one.
 */
public final class WriteClock {

  /** System property: milliseconds to add to the machine's clock, to try clocks that differ. */
  public static final String OFFSET_PROPERTY = "dartagnan.test.clock.offset.ms";

  /** The clock of this process: connections share it. */
  public static final WriteClock PROCESS = ofMachine(Long.getLong(OFFSET_PROPERTY, 0));

  static final long MOST_AHEAD_MS = 1_000;
  static final long LONGEST_WAIT_MS = 5_000;

  /** The wall clock may be set while a write waits. */
  private static final long LONGEST_NAP_MS = 100;

  private static final int STRIPES = 1 << 14;

  private final LongSupplier wallClock;
  private Correction correction = new Correction(0, 0);
  private Course course = new Course();

  /** The time by which the clock was behind others, and when it learned that. */
  private record Correction(long ms, long at) {

    /** What is left of it. The clock runs at half its speed until nothing is. */
    long left(long wall) {
      return Math.max(0, ms - Math.max(0, wall - at) / 2);
    }
  }

  private static WriteClock ofMachine(long offsetMs) {
    return new WriteClock(() -> System.currentTimeMillis() + offsetMs);
  }

  /**
   * A clock.
   *
   * @param wallClock in milliseconds
   */
  public WriteClock(LongSupplier wallClock) {
    this.wallClock = wallClock;
  }

  /** Stamps of one writer. */
  final class Course {
    private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLongArray last = new AtomicLongArray(STRIPES);

    private Course() {}

    /** The time in milliseconds, which never steps back: no later stamp of the course is lower. */
    long now() {
      return latest.accumulateAndGet(corrected(), Math::max);
    }

    /**
     * The stamp of a new write to the row.
     *
     * @throws InterruptedIOException if interrupted while waiting for the clock
     */
    long next(byte[] row) throws InterruptedIOException {
      long now = now();
      long drawn = last.updateAndGet(stripe(row), before -> Math.max(now, before + 1));
      awaitTime(drawn - MOST_AHEAD_MS);
      return drawn;
    }

    private void awaitTime(long time) throws InterruptedIOException {
      long begun = System.nanoTime();
      long longest = TimeUnit.MILLISECONDS.toNanos(LONGEST_WAIT_MS);
      long left = time - corrected();
      while (left > 0 && !isFarAhead(latest.get()) && System.nanoTime() - begun < longest) {
        RetryPolicy.sleep(
            Math.min(left, LONGEST_NAP_MS),
            "interrupted while a write to a row that is written too often was held back");
        left = time - corrected();
      }
    }

    /**
     * Learns from a cloud's refusal: later stamps of the row are above the one that was in the way,
     * and for a while those of all rows no longer lag behind the writer who drew it, nor behind the
     * cloud. Where the clock is ahead of the cloud only since others taught it so, it no longer is.
     */
    void learn(byte[] row, WriteRefusal refusal) {
      switch (refusal.reason()) {
        case NOT_NEWER -> {
          last.accumulateAndGet(stripe(row), refusal.newest(), Math::max);
          advance(refusal.newest());
        }
        case TOO_OLD -> advance(refusal.clock());
        case TOO_NEW -> {
          retreat(refusal.clock());
          leave(this, last.get(stripe(row)));
        }
        default -> {}
      }
    }
  }

  /** The course of writes that begin at this moment. */
  synchronized Course course() {
    leave(course, course.latest.get());
    return course;
  }

  /** Ends a course that has given a stamp far ahead of the time. */
  private synchronized void leave(Course left, long stamp) {
    if (left == course && isFarAhead(stamp)) {
      course = new Course();
    }
  }

  private boolean isFarAhead(long stamp) {
    return stamp > corrected() + MOST_AHEAD_MS;
  }

  /** The time in milliseconds. It steps back when a clock that was far ahead is put right. */
  public long now() {
    return course().now();
  }

  /** The time that stamps of later writes to the row are above. */
  public long passed(byte[] row) {
    Course current = course();
    return Math.max(current.now(), current.last.get(stripe(row)));
  }

  /** Milliseconds by which the time is ahead of the machine's clock, as clouds taught it. */
  public synchronized long correctionMs() {
    return correction.left(wallClock.getAsLong());
  }

  private synchronized void advance(long stamp) {
    long wall = wallClock.getAsLong();
    if (stamp + 1 - wall > correction.left(wall)) {
      correction = new Correction(stamp + 1 - wall, wall);
    }
  }

  private synchronized void retreat(long time) {
    long wall = wallClock.getAsLong();
    if (time - wall < correction.left(wall)) {
      correction = new Correction(Math.max(0, time - wall), wall);
    }
  }

  private synchronized long corrected() {
    long wall = wallClock.getAsLong();
    return wall + correction.left(wall);
  }

  private static int stripe(byte[] row) {
    int hash = Arrays.hashCode(row) * 0x9E3779B9;
    return hash >>> Integer.numberOfLeadingZeros(STRIPES - 1) & STRIPES - 1;
  }
}

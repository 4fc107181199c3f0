package io.dartagnan.discovery;

import java.util.concurrent.TimeUnit;

/**
 * Record as it was read, with what was left of its lease then. Times are of {@link
 * System#nanoTime}.
 *
 * @param record the record
 * @param askAgainAt time from which it should be read anew
 * @param expiresAt time from which it must not be used
 */
record LeasedRecord(ServerRecord record, long askAgainAt, long expiresAt) {

  static LeasedRecord readAt(long now, long remainingMs, ServerRecord record) {
    long remaining = TimeUnit.MILLISECONDS.toNanos(Math.max(0, remainingMs));
    return new LeasedRecord(record, now + remaining / 3, now + remaining);
  }

  boolean isFresh(long now) {
    return now - askAgainAt < 0;
  }

  boolean isLive(long now) {
    return now - expiresAt < 0;
  }

  /** This lease, which spares the next callers a question that just failed. */
  LeasedRecord askAgainLater(long now) {
    return new LeasedRecord(record, now + (expiresAt - now) / 3, expiresAt);
  }
}

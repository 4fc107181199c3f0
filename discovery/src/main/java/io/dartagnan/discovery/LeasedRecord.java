package io.dartagnan.discovery;

import java.util.concurrent.TimeUnit;

/**
 * A record as it was read, with what was left of its lease then. Times are of {@link
 * System#nanoTime}.
 *
 * @param record what was read
 * @param askAgainAt from when on it should be read anew
 * @param expiresAt from when on it must not be used
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

  /** The same lease, but spares the next callers a question that just failed. */
  LeasedRecord askAgainLater(long now) {
    return new LeasedRecord(record, now + (expiresAt - now) / 3, expiresAt);
  }
}

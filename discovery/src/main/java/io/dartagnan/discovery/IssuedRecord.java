package io.dartagnan.discovery;

/**
 * Record as its owner issued it. Times are milliseconds since the epoch by the owner's clock.
 *
 * @param record the server and its address
 * @param issuedAt time at which the owner said so, not negative
 * @param expiresAt time until which it holds, at most {@link RedisSettings#LONGEST_LEASE} later
 */
record IssuedRecord(ServerRecord record, long issuedAt, long expiresAt) {
  private static final long LONGEST_MS = RedisSettings.LONGEST_LEASE.toMillis();

  /**
   * A record whose times can be true.
   *
   * @throws IllegalArgumentException naming the time that cannot
   */
  IssuedRecord {
    if (issuedAt < 0) {
      throw new IllegalArgumentException("its issue time " + issuedAt + " is negative");
    }
    if (expiresAt <= issuedAt || expiresAt - issuedAt > LONGEST_MS) {
      throw new IllegalArgumentException(
          "it is issued for "
              + (expiresAt - issuedAt)
              + " ms, 1 to "
              + LONGEST_MS
              + " ms is allowed");
    }
  }

  long leaseMs() {
    return expiresAt - issuedAt;
  }
}

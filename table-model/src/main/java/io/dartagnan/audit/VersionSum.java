package io.dartagnan.audit;

import java.nio.ByteBuffer;

/**
 * A digest of a set of versions: the sum of their hashes modulo 2^128. The order in which they are
 * added does not matter, and the sum of two sets is the sum of their digests.
 *
 * @param versions how many were added
 * @param high the upper 64 bits of the sum
 * @param low the lower 64 bits
 */
public record VersionSum(long versions, long high, long low) {

  /** Of no version. */
  public static final VersionSum NONE = new VersionSum(0, 0, 0);

  static final int BYTES = 3 * Long.BYTES;

  /** The sum with one more version, whose hash has these two halves. */
  VersionSum plusHash(long hashHigh, long hashLow) {
    return plus(new VersionSum(1, hashHigh, hashLow));
  }

  /** The sum of both sets. */
  public VersionSum plus(VersionSum other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new VersionSum(versions + other.versions, high + other.high + carry, sum);
  }

  void write(ByteBuffer into) {
    into.putLong(versions).putLong(high).putLong(low);
  }

  static VersionSum read(ByteBuffer from) {
    return new VersionSum(from.getLong(), from.getLong(), from.getLong());
  }
}

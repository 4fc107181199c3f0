package io.dartagnan.server.evaluation.block;

import java.util.Arrays;

/** Row keys in ascending order, side by side in one array. Immutable. */
final class RowKeys {
  private final byte[] bytes;
  // Key i ends before ends[i].
  private final int[] ends;
  private final byte[] digest;

  /**
   * Keys.
   *
   * @param bytes holds them without gaps; not copied
   * @param ends where in {@code bytes} each ends; not copied
   */
  RowKeys(byte[] bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
    this.digest = BlockDigest.of(bytes, ends);
  }

  /** SHA-256 of the keys; not to be changed. */
  byte[] digest() {
    return digest;
  }

  int count() {
    return ends.length;
  }

  byte[] array() {
    return bytes;
  }

  int begin(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  int end(int row) {
    return ends[row];
  }

  /** A copy of a key. */
  byte[] key(int row) {
    return Arrays.copyOfRange(bytes, begin(row), end(row));
  }

  /** The order of a key and another, as {@code compareTo}. */
  int compare(int row, byte[] other) {
    return Arrays.compareUnsigned(bytes, begin(row), end(row), other, 0, other.length);
  }

  /** The number of keys that are less than {@code key}. */
  int below(byte[] key) {
    int low = 0;
    int high = ends.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  long heapBytes() {
    return (long) bytes.length + (long) ends.length * Integer.BYTES;
  }
}

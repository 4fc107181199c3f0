package io.dartagnan.mpc.contract;

/**
 * Counts, for each bit, of the arrays of words that have a one there. The counters of 64 bits stand
 * upright, digit k of each in one word, so that an array is added with a few operations per word.
 */
final class BitCounts {
  private final int bits;
  private final long[][] digits = new long[Integer.SIZE][];

  /** Counters for so many bits, all zero. */
  BitCounts(int bits) {
    this.bits = bits;
  }

  /** Adds one array; bits beyond those that are counted are passed over. */
  void add(long[] words) {
    for (int i = 0; i < (bits + Long.SIZE - 1) / Long.SIZE; i++) {
      long carry = words[i];
      for (int digit = 0; carry != 0; digit++) {
        if (digits[digit] == null) {
          digits[digit] = new long[(bits + Long.SIZE - 1) / Long.SIZE];
        }
        long next = digits[digit][i] & carry;
        digits[digit][i] ^= carry;
        carry = next;
      }
    }
  }

  /** The counts, by bit. */
  int[] ones() {
    int[] ones = new int[bits];
    for (int digit = 0; digit < digits.length && digits[digit] != null; digit++) {
      for (int bit = 0; bit < bits; bit++) {
        ones[bit] += (int) (digits[digit][bit / Long.SIZE] >>> (bit % Long.SIZE) & 1) << digit;
      }
    }
    return ones;
  }
}

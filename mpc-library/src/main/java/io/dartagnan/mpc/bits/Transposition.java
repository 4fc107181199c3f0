package io.dartagnan.mpc.bits;

/**
 * Transposes up to 64 blocks of 64 x 64 bits side by side.
 *
 * <p>Row r of block b is word b of array r. The three passes below each exchange two sizes of
 * sub-blocks at once, on four rows that are read and written once; the inner loop runs over the
 * blocks, on separate arrays, so that the JIT makes vectors of it.
 *
 * <p>Source: Warren, Hacker's Delight, 2nd edition, section 7-3, two levels at a time.
 */
final class Transposition {

  /** Blocks side by side. */
  static final int BLOCKS = 64;

  private final long[][] rows = new long[Long.SIZE][BLOCKS];

  /** Row r of all blocks, counted from the high end of a column. */
  long[] row(int r) {
    return rows[r];
  }

  /** Transposes the first blocks. */
  void run(int blocks) {
    pass(16, 0x00000000FFFFFFFFL, 0x0000FFFF0000FFFFL, blocks);
    pass(4, 0x00FF00FF00FF00FFL, 0x0F0F0F0F0F0F0F0FL, blocks);
    pass(1, 0x3333333333333333L, 0x5555555555555555L, blocks);
  }

  private void pass(int step, long outer, long inner, int blocks) {
    for (int base = 0; base < Long.SIZE; base += 4 * step) {
      for (int r = base; r < base + step; r++) {
        exchange(
            rows[r],
            rows[r + step],
            rows[r + 2 * step],
            rows[r + 3 * step],
            step,
            outer,
            inner,
            blocks);
      }
    }
  }

  private static void exchange(
      long[] a, long[] b, long[] c, long[] d, int step, long outer, long inner, int blocks) {
    for (int i = 0; i < blocks; i++) {
      long w = a[i];
      long x = b[i];
      long y = c[i];
      long z = d[i];
      long swap = (w ^ y >>> 2 * step) & outer;
      w ^= swap;
      y ^= swap << 2 * step;
      swap = (x ^ z >>> 2 * step) & outer;
      x ^= swap;
      z ^= swap << 2 * step;
      swap = (w ^ x >>> step) & inner;
      w ^= swap;
      x ^= swap << step;
      swap = (y ^ z >>> step) & inner;
      y ^= swap;
      z ^= swap << step;
      a[i] = w;
      b[i] = x;
      c[i] = y;
      d[i] = z;
    }
  }
}

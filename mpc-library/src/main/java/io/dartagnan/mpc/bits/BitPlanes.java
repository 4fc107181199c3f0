package io.dartagnan.mpc.bits;

import io.dartagnan.mpc.sharing.Ring;

/**
 * A batch of ring elements turned on its side: plane p holds bit p of every lane, the most
 * significant plane first, lane 64w + i in bit i of word w.
 *
 * <p>A batch of n lanes in a ring of b bits has b planes of {@link #words words(n)} words each, in
 * one array, plane after plane. A gate over all lanes is then one gate over words. Lanes past the
 * last are zero.
 *
 * <p>Source of the 64 x 64 transposition: Warren, Hacker's Delight, 2nd edition, section 7-3.
 */
public final class BitPlanes {
  private BitPlanes() {}

  /** Words that a plane of {@code lanes} lanes takes. */
  public static int words(int lanes) {
    return (lanes + Long.SIZE - 1) / Long.SIZE;
  }

  /**
   * The planes of a batch.
   *
   * @param batch elements of the ring, one per lane
   * @return {@code ring.bits() * words(lanes)} words
   */
  public static long[] of(Ring ring, long[] batch) {
    int words = words(ring.elements(batch));
    long[] planes = new long[Math.multiplyExact(ring.bits(), words)];
    write(ring, batch, planes, words, 0);
    return planes;
  }

  /**
   * Writes the planes of a batch into wider ones, beside those of other batches.
   *
   * @param batch elements of the ring, one per lane
   * @param planes {@code ring.bits()} planes of {@code width} words each
   * @param at the first word of each plane to write
   */
  public static void write(Ring ring, long[] batch, long[] planes, int width, int at) {
    int lanes = ring.elements(batch);
    int limbs = ring.limbs();
    int words = words(lanes);
    long[] block = new long[Long.SIZE];
    for (int word = 0; word < words; word++) {
      int first = word * Long.SIZE;
      int present = Math.min(Long.SIZE, lanes - first);
      for (int limb = 0; limb < limbs; limb++) {
        // Last lane first: the transposition counts rows and columns from the high end.
        for (int i = 0, from = first * limbs + limb; i < present; i++, from += limbs) {
          block[Long.SIZE - 1 - i] = batch[from];
        }
        for (int i = present; i < Long.SIZE; i++) {
          block[Long.SIZE - 1 - i] = 0;
        }
        transpose(block);
        for (int bit = 0, to = limb * Long.SIZE * width + at + word;
            bit < Long.SIZE;
            bit++, to += width) {
          planes[to] = block[bit];
        }
      }
    }
  }

  /** Flips every bit, in place. */
  public static long[] complement(long[] planes) {
    for (int i = 0; i < planes.length; i++) {
      planes[i] = ~planes[i];
    }
    return planes;
  }

  /** Clears the bits of a plane that belong to no lane. */
  public static void clearBeyond(long[] plane, int lanes) {
    int rest = lanes % Long.SIZE;
    if (rest != 0) {
      plane[plane.length - 1] &= (1L << rest) - 1;
    }
  }

  /** The bit of one lane. */
  public static boolean bit(long[] plane, int lane) {
    return (plane[lane / Long.SIZE] >>> (lane % Long.SIZE) & 1) != 0;
  }

  private static void transpose(long[] rows) {
    long mask = 0x00000000FFFFFFFFL;
    for (int half = Long.SIZE / 2; half != 0; half >>>= 1, mask ^= mask << half) {
      for (int base = 0; base < Long.SIZE; base += 2 * half) {
        for (int row = base; row < base + half; row++) {
          long swap = (rows[row] ^ (rows[row + half] >>> half)) & mask;
          rows[row] ^= swap;
          rows[row + half] ^= swap << half;
        }
      }
    }
  }
}

package io.dartagnan.mpc.bits;

import io.dartagnan.mpc.sharing.Ring;

/**
 * A batch of ring elements turned on its side: plane p holds bit p of every lane, the most
 * significant plane first, lane 64w + i in bit i of word w.
 *
 * <p>A batch of n lanes in a ring of b bits has b planes of {@link #words words(n)} words each, in
 * one array, plane after plane. A gate over all lanes is then one gate over words. Lanes past the
 * last are zero.
 */
public final class BitPlanes {
  private BitPlanes() {}

  /** Words that a plane of {@code lanes} lanes takes. */
  public static int words(int lanes) {
    return lanes / Long.SIZE + (lanes % Long.SIZE == 0 ? 0 : 1);
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
    int words = words(ring.elements(batch));
    Transposition transposition = new Transposition();
    for (int word = 0; word < words; word += Transposition.BLOCKS) {
      int blocks = Math.min(Transposition.BLOCKS, words - word);
      for (int limb = 0; limb < ring.limbs(); limb++) {
        gather(ring, batch, word, limb, transposition, blocks);
        transposition.run(blocks);
        for (int bit = 0; bit < Long.SIZE; bit++) {
          int to = (limb * Long.SIZE + bit) * width + at + word;
          System.arraycopy(transposition.row(bit), 0, planes, to, blocks);
        }
      }
    }
  }

  /** Reads one limb of 64 lanes a block; lanes past the last are zero. */
  private static void gather(
      Ring ring, long[] batch, int word, int limb, Transposition into, int blocks) {
    int limbs = ring.limbs();
    for (int i = 0; i < Long.SIZE; i++) {
      // The last lane first: rows and columns are counted from the high end.
      long[] row = into.row(Long.SIZE - 1 - i);
      int from = (word * Long.SIZE + i) * limbs + limb;
      for (int block = 0; block < blocks; block++, from += Long.SIZE * limbs) {
        row[block] = from < batch.length ? batch[from] : 0;
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

  /** The same of a plane of so many lanes; those past the last are zero then. */
  public static long[] complement(long[] plane, int lanes) {
    complement(plane);
    clearBeyond(plane, lanes);
    return plane;
  }

  /** Adds {@code length} words from {@code from} on to those from {@code to} on, by xor. */
  public static void add(long[] sum, int to, long[] words, int from, int length) {
    for (int i = 0; i < length; i++) {
      sum[to + i] ^= words[from + i];
    }
  }

  /** Clears the bits of a plane that belong to no lane. */
  public static void clearBeyond(long[] plane, int lanes) {
    int rest = lanes % Long.SIZE;
    if (rest != 0) {
      plane[plane.length - 1] &= (1L << rest) - 1;
    }
  }

  /**
   * Adds the bits of consecutive lanes of a plane, by OR, to those of another.
   *
   * @param from the first lane to take
   * @param to the lane to which it is added
   */
  public static void copy(long[] plane, int from, long[] into, int to, int lanes) {
    int done = 0;
    while (done < lanes) {
      int at = (from + done) % Long.SIZE;
      int atInto = (to + done) % Long.SIZE;
      int count = Math.min(Math.min(Long.SIZE - at, Long.SIZE - atInto), lanes - done);
      long bits = (plane[(from + done) / Long.SIZE] >>> at) & (-1L >>> Long.SIZE - count);
      into[(to + done) / Long.SIZE] |= bits << atInto;
      done += count;
    }
  }

  /** The bit of one lane. */
  public static boolean bit(long[] plane, int lane) {
    return (plane[lane / Long.SIZE] >>> (lane % Long.SIZE) & 1) != 0;
  }

  /**
   * Packs the lowest bit of each word, 64 lanes to a word; lanes past the last are zero.
   *
   * @param bits one word per lane, of which only bit 0 counts
   */
  public static long[] pack(long[] bits) {
    long[] packed = new long[words(bits.length)];
    for (int word = 0, from = 0; word < packed.length; word++) {
      int present = Math.min(Long.SIZE, bits.length - from);
      long bitsOfWord = 0;
      for (int i = 0; i < present; i++) {
        bitsOfWord |= (bits[from++] & 1) << i;
      }
      packed[word] = bitsOfWord;
    }
    return packed;
  }
}

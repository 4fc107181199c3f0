package io.dartagnan.mpc.sharing;

import java.util.Arrays;

/**
 * The integers modulo 2^(64 x limbs), and arithmetic on batches of them.
 *
 * <p>An element is {@code limbs} words, the most significant first; a batch of n elements is one
 * array of n x limbs words, element after element. One limb is the ring Z_2^64 of Bogdanov et al.
 * (IJIS 2012); wider columns use the wider ring rather than a vector of 64-bit ones, so that one
 * comparison is one carry, however long the value.
 *
 * @param limbs words per element, 1 to {@link #MAX_LIMBS}
 */
public record Ring(int limbs) {

  /** The widest ring: 131,136 bits, enough for 16,384 bytes and their length. */
  public static final int MAX_LIMBS = 2049;

  /** Checks the range of {@code limbs}. */
  public Ring {
    if (limbs < 1 || limbs > MAX_LIMBS) {
      throw new IllegalArgumentException(
          "a ring of " + limbs + " limbs was asked for, 1 to " + MAX_LIMBS + " are allowed");
    }
  }

  /** Bits per element. */
  public int bits() {
    return 64 * limbs;
  }

  /** Number of elements that {@code batch} holds. */
  public int elements(long[] batch) {
    if (batch.length % limbs != 0) {
      throw new IllegalArgumentException(
          batch.length + " words are not a whole number of elements of " + limbs + " limbs");
    }
    return batch.length / limbs;
  }

  /** x + y, element by element. */
  public long[] add(long[] x, long[] y) {
    requireSameLength(x, y);
    long[] sum = new long[x.length];
    if (limbs == 1) {
      for (int i = 0; i < x.length; i++) {
        sum[i] = x[i] + y[i];
      }
      return sum;
    }
    for (int end = x.length; end > 0; end -= limbs) {
      long carry = 0;
      for (int i = end - 1; i >= end - limbs; i--) {
        long s = x[i] + y[i] + carry;
        carry = ((x[i] & y[i]) | ((x[i] | y[i]) & ~s)) >>> 63;
        sum[i] = s;
      }
    }
    return sum;
  }

  /** x - y, element by element. */
  public long[] subtract(long[] x, long[] y) {
    requireSameLength(x, y);
    long[] difference = new long[x.length];
    if (limbs == 1) {
      for (int i = 0; i < x.length; i++) {
        difference[i] = x[i] - y[i];
      }
      return difference;
    }
    for (int end = x.length; end > 0; end -= limbs) {
      long borrow = 0;
      for (int i = end - 1; i >= end - limbs; i--) {
        long d = x[i] - y[i] - borrow;
        borrow = borrow(x[i], y[i], d);
        difference[i] = d;
      }
    }
    return difference;
  }

  /** x - y for every element x of a batch and one element y. */
  public long[] subtractEach(long[] batch, long[] y) {
    requireElement(y);
    if (limbs > 1) {
      return subtract(batch, repeat(y, elements(batch)));
    }
    long[] difference = new long[batch.length];
    for (int i = 0; i < batch.length; i++) {
      difference[i] = batch[i] - y[0];
    }
    return difference;
  }

  /** -x, element by element. */
  public long[] negate(long[] x) {
    return subtract(new long[x.length], x);
  }

  /** A batch of {@code lanes} copies of one element. */
  public long[] repeat(long[] element, int lanes) {
    requireElement(element);
    long[] batch = new long[Math.multiplyExact(limbs, lanes)];
    if (limbs == 1) {
      Arrays.fill(batch, element[0]);
      return batch;
    }
    for (int at = 0; at < batch.length; at += limbs) {
      System.arraycopy(element, 0, batch, at, limbs);
    }
    return batch;
  }

  /**
   * [x &lt; y] as unsigned numbers, element by element, without a branch that depends on them.
   *
   * @return one word per element, 0 or 1
   */
  public long[] below(long[] x, long[] y) {
    requireSameLength(x, y);
    long[] below = new long[elements(x)];
    if (limbs == 1) {
      for (int i = 0; i < below.length; i++) {
        below[i] = borrow(x[i], y[i], x[i] - y[i]);
      }
      return below;
    }
    for (int lane = 0, end = limbs; lane < below.length; lane++, end += limbs) {
      long borrow = 0;
      for (int i = end - 1; i >= end - limbs; i--) {
        borrow = borrow(x[i], y[i], x[i] - y[i] - borrow);
      }
      below[lane] = borrow;
    }
    return below;
  }

  /** The borrow of a subtraction of words with this difference, 0 or 1. */
  private static long borrow(long x, long y, long difference) {
    return ((~x & y) | ((~x | y) & difference)) >>> 63;
  }

  /**
   * Adds half the modulus to every element, which flips its highest bit: the map between signed and
   * unsigned order. On an additive sharing exactly one party does it.
   */
  public long[] flipSign(long[] x) {
    long[] flipped = x.clone();
    for (int top = 0; top < flipped.length; top += limbs) {
      flipped[top] ^= Long.MIN_VALUE;
    }
    return flipped;
  }

  void requireElement(long[] element) {
    if (element.length != limbs) {
      throw new IllegalArgumentException(element.length + " words given, one element has " + limbs);
    }
  }

  void requireSameLength(long[] x, long[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          "batches of " + x.length + " and " + y.length + " words do not belong together");
    }
    elements(x);
  }
}

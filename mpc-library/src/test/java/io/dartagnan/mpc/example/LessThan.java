package io.dartagnan.mpc.example;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Unsigned order of xor-shared elements.
 *
 * <p><b>Functionality.</b> From xor shares of u and v, xor shares of [u &lt; v], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it, under streams of
 * its own at every level.
 *
 * <p><b>How.</b> A node stands for a run of bits and knows two things of it: whether u is less
 * there, and whether both are equal there. For a single bit, less = NOT u AND v and equal = NOT (u
 * + v). A run of a higher and a lower node has less = less_hi + equal_hi less_lo and equal =
 * equal_hi equal_lo. To have pairs that fit, equal bits are added up to the next power of two.
 *
 * <p><b>Rounds.</b> 1 + ceil(log2 n) for n bits. <b>Cost.</b> With p = 2^ceil(log2 n), p + 2(p - 1)
 * gates per lane.
 *
 * <p><b>Source.</b> Garay, Schoenmakers, Villegas, "Practical and Secure Solutions for Integer
 * Comparison", PKC 2007, the circuit of logarithmic depth. <b>Deviation.</b> Over bits.
 *
 * <p><b>On failure.</b> As {@link And}.
 */
final class LessThan {

  /** What it declares. */
  static final Protocol PROTOCOL =
      new Protocol(
          "order of xor shares",
          "shares of [u < v] from shares of u and v",
          Protocol.ONE_SEMI_HONEST,
          "Garay, Schoenmakers, Villegas, PKC 2007",
          "over bits",
          LessThan::cost);

  private LessThan() {}

  /** This party's shares of [u &lt; v], 64 lanes to a word; u and v are one element per lane. */
  static long[] of(Context context, Ring ring, long[] u, long[] v) {
    int words = BitPlanes.words(ring.elements(u));
    int count = Equality.planes(ring);
    long[] notU = Arrays.copyOf(BitPlanes.of(ring, u), count * words);
    long[] planesOfV = Arrays.copyOf(BitPlanes.of(ring, v), count * words);
    if (context.self().index() == 0) {
      BitPlanes.complement(notU);
    }
    long[] less = And.of(context.narrow("leaves"), notU, planesOfV);
    long[] equal = xor(notU, planesOfV);

    for (count /= 2; count > 0; count /= 2) {
      long[] equalHigh = everySecond(equal, 0, words);
      long[] below = join(everySecond(less, 1, words), everySecond(equal, 1, words));
      long[] both = And.of(context.narrow("pairs" + count), join(equalHigh, equalHigh), below);
      less = xor(everySecond(less, 0, words), Arrays.copyOf(both, count * words));
      equal = Arrays.copyOfRange(both, count * words, 2 * count * words);
    }
    return less;
  }

  /** Cost of {@link #of}. */
  static Cost cost(Ring ring, int lanes) {
    int words = BitPlanes.words(lanes);
    int count = Equality.planes(ring);
    Cost cost = And.cost(count * words);
    for (count /= 2; count > 0; count /= 2) {
      cost = cost.then(And.cost(2 * count * words));
    }
    return cost;
  }

  /** Planes first, first + 2, first + 4, ... */
  private static long[] everySecond(long[] planes, int first, int words) {
    long[] half = new long[planes.length / 2];
    for (int to = 0; to < half.length; to += words) {
      System.arraycopy(planes, 2 * to + first * words, half, to, words);
    }
    return half;
  }

  private static long[] join(long[] left, long[] right) {
    long[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }

  private static long[] xor(long[] left, long[] right) {
    long[] sum = new long[left.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = left[i] ^ right[i];
    }
    return sum;
  }
}

package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Number of ones.
 *
 * <p><b>Functionality.</b> From replicated planes, additive shares of the number of ones in each,
 * modulo 2^16, 2^32 or 2^64.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 and P1 receive nothing. P2 receives P0's bits,
 * each as a number under a mask of its own from a stream of P0 and P1: uniform.
 *
 * <p><b>How.</b> P0 knows u = b_0 xor b_1, P1 and P2 both know v = b_2, and over the integers
 *
 * <pre>
 *   sum of b = sum of u + sum of v - 2 (sum of u v)
 * </pre>
 *
 * The last is an inner product of what one party has and what the other two have: with r drawn by
 * P0 and P1, P0 sends a = u + r to P2, and the sum of u v is that of a v, at P2, less that of r v,
 * at P1. Several numbers lie in one word, and are added without a carry from one to the next.
 *
 * <p><b>Rounds.</b> 1, one message. <b>Cost.</b> As many bits per lane as the modulus has: 2 bytes
 * for batches of less than 65,536 lanes.
 *
 * <p><b>Source.</b> b = u + v - 2uv: Demmler, Schneider, Zohner, "ABY", NDSS 2015 (B2A), and for
 * three parties Mohassel, Rindal, "ABY3", CCS 2018. <b>Deviation.</b> The conversions are not made
 * one by one: what is added up is never shared lane by lane, so one masked vector is enough, and
 * the modulus need not hold more than the count.
 *
 * <p><b>On failure.</b> P2 ends with an error at the exchange's deadline; what it received is
 * uniform.
 */
final class BitCount {

  static final Protocol PROTOCOL =
      new Protocol(
          "count of replicated bits",
          "the number of ones, an additive share each, modulo 2^16 or 2^32",
          Protocol.ONE_SEMI_HONEST,
          "ABY, NDSS 2015 (B2A); ABY3, CCS 2018 (three parties)",
          "one inner product in place of a conversion per lane; no larger modulus than the count"
              + " needs",
          (ring, lanes) -> cost(BitPlanes.words(lanes), modulusBits(lanes)));

  private BitCount() {}

  /** The bits of a modulus above so much: 16 or 32. */
  static int modulusBits(int most) {
    return most < 1 << 16 ? 16 : 32;
  }

  /**
   * This party's share of the number of ones in each plane; not fresh.
   *
   * @param planes without ones past the last lane
   * @param bits of the modulus: 16, 32 or 64
   */
  static long[] count(Context context, ReplicatedPlanes planes, int bits) {
    Fields fields = new Fields(bits);
    long[] counts = new long[planes.count()];
    int words = planes.own().length * bits;
    switch (context.self()) {
      case P0 -> {
        long[] u = planes.sum();
        addOnes(counts, planes.width(), u);
        long[] masked = context.randomWithNext(words);
        fields.addBits(masked, u);
        context.send(Party.P2, masked);
      }
      case P1 -> {
        addOnes(counts, planes.width(), planes.next());
        long[] masks = context.randomWithPrev(words);
        addProducts(counts, fields, masks, planes.next(), planes.width(), 2);
      }
      case P2 -> {
        long[] masked = context.receive(Party.P0, words);
        addProducts(counts, fields, masked, planes.own(), planes.width(), -2);
      }
    }
    return counts;
  }

  private static void addOnes(long[] counts, int width, long[] planes) {
    for (int i = 0; i < planes.length; i++) {
      counts[i / width] += Long.bitCount(planes[i]);
    }
  }

  private static void addProducts(
      long[] counts, Fields fields, long[] numbers, long[] planes, int width, int scale) {
    for (int plane = 0; plane < counts.length; plane++) {
      counts[plane] += scale * fields.innerProduct(numbers, planes, plane * width, width);
    }
  }

  /**
   * Numbers of so many bits, several to a word: bit j + i x bits of the word for 64 lanes belongs
   * to field i of the j-th of the words that these lanes take.
   */
  private record Fields(int bits) {

    /** The lowest bit of each field. */
    private long ones() {
      long ones = 0;
      for (int at = 0; at < Long.SIZE; at += bits) {
        ones |= 1L << at;
      }
      return ones;
    }

    /** Adds a bit to each number, in place. */
    void addBits(long[] numbers, long[] plane) {
      long ones = ones();
      long high = ones << bits - 1;
      int to = 0;
      for (long word : plane) {
        for (int j = 0; j < bits; j++, to++) {
          long sum = (numbers[to] & ~high) + (word >>> j & ones);
          numbers[to] = sum ^ numbers[to] & high;
        }
      }
    }

    /** The sum of the numbers whose bits are one, of some words of planes. */
    long innerProduct(long[] numbers, long[] planes, int first, int words) {
      long ones = ones();
      long high = ones << bits - 1;
      long all = -1L >>> Long.SIZE - bits;
      long sums = 0;
      int from = first * bits;
      for (int i = first; i < first + words; i++) {
        for (int j = 0; j < bits; j++, from++) {
          long chosen = numbers[from] & (planes[i] >>> j & ones) * all;
          sums = (sums & ~high) + (chosen & ~high) ^ (sums ^ chosen) & high;
        }
      }
      long sum = 0;
      for (int at = 0; at < Long.SIZE; at += bits) {
        sum += sums >>> at;
      }
      return sum & all;
    }
  }

  /** Cost of the counts of planes of so many words in all. */
  static Cost cost(long words, int bits) {
    return new Cost(1, words * bits * Long.BYTES, 0, 0);
  }
}

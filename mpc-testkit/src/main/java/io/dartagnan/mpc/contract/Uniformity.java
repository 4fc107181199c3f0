package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Counts of ones among bits that should be fair and independent. One verdict over all of them: a
 * count fails when it is further from half than chance would bring any of the counts, but once in a
 * thousand million.
 *
 * <p>By Hoeffding's inequality |2 ones - n| exceeds z sqrt(n) with probability of at most 2
 * exp(-z^2 / 2), for every n. With c counts z is therefore sqrt(2 ln(2 c / 10^-9)): 8.0 for ten
 * thousand counts, 8.6 for a million, in units of a standard deviation.
 */
final class Uniformity {
  private static final double FALSE_ALARM = 1e-9;
  private static final int BLOCK_WORDS = 128;

  private long counts;
  private double worst;
  private String worstWhere = "nowhere";

  /** Takes note of one count. */
  void count(long ones, long bits, Supplier<String> where) {
    if (bits == 0) {
      return;
    }
    note(
        Math.abs(2.0 * ones - bits) / Math.sqrt(bits),
        () -> "%d ones among %d bits: %s".formatted(ones, bits, where.get()));
  }

  private void note(double distance, Supplier<String> where) {
    counts++;
    if (distance > worst) {
      worst = distance;
      worstWhere = where.get();
    }
  }

  /**
   * Takes note of two independent counts over as many batches each, which should come out alike
   * whatever they are. Their difference is a sum over twice the batches, so the same bound holds
   * for it in units of sqrt(batches / 2).
   */
  void countPair(long ones, long others, long batches, Supplier<String> where) {
    note(
        Math.abs(ones - others) / Math.sqrt(batches / 2.0),
        () -> "%d and %d ones among %d: %s".formatted(ones, others, batches, where.get()));
  }

  /**
   * Takes note of one count per bit, each over as many batches; and of how far the counts of a
   * word, and all of them, are from half together.
   *
   * <p>The sum of the squares of p distances, each in standard deviations, is p on average. A
   * Rademacher sum's moments are no more than those of a normal variable, so by Chernoff's bound
   * the sum of the squares exceeds p (1 + d) with probability of at most exp(-p (d - ln(1 + d)) /
   * 2), which stands for a single count's distance of sqrt(p (d - ln(1 + d))). It finds what leans
   * a little in many bits, to either side, such as a mask that is a product.
   */
  void countEach(int[] ones, int batches, IntFunction<String> where) {
    int furthest = 0;
    int distance = -1;
    for (int bit = 0; bit < ones.length; bit++) {
      int next = Math.abs(2 * ones[bit] - batches);
      if (next > distance) {
        distance = next;
        furthest = bit;
      }
    }
    if (ones.length > 0) {
      int at = furthest;
      count(ones[at], batches, () -> where.apply(at));
      counts += ones.length - 1;
      countSquares(ones, 0, ones.length, batches, where);
      for (int from = 0; from + Long.SIZE <= ones.length; from += Long.SIZE) {
        countSquares(ones, from, from + Long.SIZE, batches, where);
      }
    }
  }

  private void countSquares(int[] ones, int from, int to, int batches, IntFunction<String> where) {
    double squares = 0;
    for (int bit = from; bit < to; bit++) {
      double twice = 2.0 * ones[bit] - batches;
      squares += twice * twice / batches;
    }
    int bits = to - from;
    double more = Math.max(0, squares / bits - 1);
    note(
        Math.sqrt(bits * (more - Math.log1p(more))),
        () -> "all %d bits from %s".formatted(bits, where.apply(from)));
  }

  /** Counts over all words, over every block of them, and over every bit position of a word. */
  void countWords(long[] words, long bits, Supplier<String> where) {
    long all = 0;
    long inBlock = 0;
    int whole = (int) (bits / Long.SIZE);
    long[] byPosition = new long[Long.SIZE];
    for (int i = 0; i < words.length; i++) {
      int ones = Long.bitCount(words[i]);
      all += ones;
      inBlock += ones;
      if (i < whole) {
        for (long left = words[i]; left != 0; left &= left - 1) {
          byPosition[Long.numberOfTrailingZeros(left)]++;
        }
      }
      if ((i + 1) % BLOCK_WORDS == 0) {
        int first = i + 1 - BLOCK_WORDS;
        count(
            inBlock,
            (long) BLOCK_WORDS * Long.SIZE,
            () -> "%s, words from %d on".formatted(where.get(), first));
        inBlock = 0;
      }
    }
    count(all, bits, where);
    for (int position = 0; position < Long.SIZE; position++) {
      int at = position;
      count(
          byPosition[position], whole, () -> "%s, bit %d of each word".formatted(where.get(), at));
    }
  }

  void assertNoneBeyondChance(long seed) {
    double bound = Math.sqrt(2 * Math.log(2 * Math.max(1, counts) / FALSE_ALARM));
    assertThat(worst)
        .as(
            "furthest of %d counts of ones from what is fair, in standard deviations (seed %d): %s",
            counts, seed, worstWhere)
        .isLessThanOrEqualTo(bound);
  }
}

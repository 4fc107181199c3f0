package io.dartagnan.sealed;

import static org.assertj.core.api.Assertions.assertThat;

/** The chi-square test of counts against the probabilities that they should have. */
final class ChiSquare {
  private static final double FEWEST_EXPECTED = 10;

  /** Of 1,000 samples that are right one deviates by more; seeds are fixed, so none does later. */
  private static final double DEVIATIONS = 3.09;

  private ChiSquare() {}

  /** Neighbours are counted as one where few are expected. */
  static void assertFits(String name, long[] counts, double[] probabilities) {
    long samples = 0;
    for (long count : counts) {
      samples += count;
    }
    double statistic = 0;
    int bins = 0;
    double expected = 0;
    double counted = 0;
    double expectedLater = samples;
    for (int i = 0; i < counts.length; i++) {
      expected += samples * probabilities[i];
      counted += counts[i];
      expectedLater -= samples * probabilities[i];
      boolean last = i == counts.length - 1;
      if (last || expected >= FEWEST_EXPECTED && expectedLater >= FEWEST_EXPECTED) {
        statistic += (counted - expected) * (counted - expected) / expected;
        bins++;
        expected = 0;
        counted = 0;
      }
    }
    // By Wilson and Hilferty the cube root is about normal.
    double variance = 2. / (9 * (bins - 1));
    double limit = (bins - 1) * Math.pow(1 - variance + DEVIATIONS * Math.sqrt(variance), 3);
    assertThat(bins).as(name).isGreaterThan(1);
    assertThat(statistic).as("%s, %d bins", name, bins).isLessThan(limit);
  }
}

package io.dartagnan.clusters.bench;

import java.util.Arrays;

/** Medians and other quantiles of times in nanoseconds. */
final class Median {
  private static final double NANOS = 1e9;

  private Median() {}

  /** The median. */
  static double of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /** The median in seconds. */
  static double seconds(long[] nanos) {
    return quantile(nanos, 0.5) / NANOS;
  }

  /**
   * The least time that a share of all times does not exceed.
   *
   * @param share above 0, at most 1
   */
  static long quantile(long[] nanos, double share) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(share * sorted.length) - 1];
  }
}

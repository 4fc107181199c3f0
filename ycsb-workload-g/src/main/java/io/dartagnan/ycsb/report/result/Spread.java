package io.dartagnan.ycsb.report.result;

import java.util.Arrays;
import java.util.Collection;

/**
 * Median of repeated measurements, and the least and greatest of them.
 *
 * @param count of measurements, 1 or more
 */
public record Spread(double median, double min, double max, int count) {

  /**
   * The spread of values.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("there is no value to take the median of");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }

  /**
   * Whether the difference to another is no greater than what repeating the same measurement makes:
   * the ranges meet.
   */
  public boolean swallows(Spread other) {
    return min <= other.max && other.min <= max;
  }

  /**
   * How many times another it is: of the medians, and of the extremes that make it least and
   * greatest.
   */
  public Spread over(Spread other) {
    return new Spread(
        median / other.median, min / other.max, max / other.min, Math.min(count, other.count));
  }

  /**
   * The value below which a share of all values is, the nearest rank.
   *
   * @param share 0 to 1
   */
  public static double quantile(Collection<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.min(sorted.length - 1, Math.max(0, rank - 1))];
  }

  /** The share of values below a bound, 0 to 1. */
  public static double shareBelow(Collection<Double> values, double bound) {
    double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
    return Arrays.stream(all).filter(value -> value < bound).count() / (double) all.length;
  }
}

package io.dartagnan.mpc.bench;

import java.util.Arrays;

/** The slowest, the middle and the fastest of several repetitions. */
public record Spread(double slowest, double median, double fastest) {

  /** Of one repetition or more, in any order. */
  public static Spread of(double... speeds) {
    double[] sorted = speeds.clone();
    Arrays.sort(sorted);
    double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }
}

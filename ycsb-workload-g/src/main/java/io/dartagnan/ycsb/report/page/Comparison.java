package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.util.Locale;

/**
 * Throughput of d'Artagnan beside that of a baseline.
 *
 * @param safe operations per second
 * @param baseline likewise
 */
record Comparison(Spread safe, Spread baseline) {

  /**
   * Throughput lost, in percent of the baseline's, which the papers call overhead; below 0 where
   * d'Artagnan is faster. From the medians, and from the extremes that make it least and greatest.
   */
  Spread overhead() {
    return new Spread(
        lost(safe.median(), baseline.median()),
        lost(safe.max(), baseline.min()),
        lost(safe.min(), baseline.max()),
        Math.min(safe.count(), baseline.count()));
  }

  private static double lost(double safe, double baseline) {
    return 100 * (1 - safe / baseline);
  }

  /** Whether the measurements do not tell which is faster. */
  boolean isOpen() {
    return safe.count() < 2 || baseline.count() < 2 || safe.swallows(baseline);
  }

  /** The reason why the measurements do not tell; to be asked if it is open. */
  String reason(String what) {
    if (safe.count() < 2 || baseline.count() < 2) {
      return "%s: measured once, so that nothing is known of the spread".formatted(what);
    }
    return "%s: %s and %s op/s overlap"
        .formatted(what, Numbers.withRange(baseline), Numbers.withRange(safe));
  }

  /** The overhead for a table, with a tilde where the spread swallows the difference. */
  String text() {
    return String.format(Locale.ROOT, "%s%.0f %%", isOpen() ? "~ " : "", overhead().median());
  }
}

package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.util.Locale;
import java.util.Optional;

/** Numbers as text, with about three significant digits. */
final class Numbers {
  private Numbers() {}

  /** A number, its thousands separated. */
  static String of(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, format, value);
  }

  /** The median, and the range where there is more than one measurement. */
  static String withRange(Spread spread) {
    return spread.count() == 1
        ? of(spread.median())
        : "%s (%s..%s)".formatted(of(spread.median()), of(spread.min()), of(spread.max()));
  }

  /** The median and its range, or a dash where nothing was measured. */
  static String withRange(Optional<Spread> spread) {
    return spread.map(Numbers::withRange).orElse("-");
  }

  /** A whole number, its thousands separated. */
  static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}

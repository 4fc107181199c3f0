package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Spread;
import java.util.Collection;

/** Powers of ten around values above 0: the ends of a logarithmic axis. */
final class Decades {
  private static final double TEN = 10;

  private Decades() {}

  /** The greatest power of ten that no value is below. */
  static double below(Collection<Spread> values) {
    double least = values.stream().mapToDouble(Spread::min).min().orElse(1);
    return Math.pow(TEN, Math.floor(Math.log10(least)));
  }

  /** The least power of ten that no value is above, at least ten times the one below them. */
  static double above(Collection<Spread> values) {
    double most = values.stream().mapToDouble(Spread::max).max().orElse(1);
    return Math.max(Math.pow(TEN, Math.ceil(Math.log10(most))), below(values) * TEN);
  }
}

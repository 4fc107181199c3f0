package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.result.Spread;
import io.dartagnan.ycsb.run.RunResult;
import io.dartagnan.ycsb.workload.OperationKind;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Measurements of one figure, all turns of the same together. */
final class Repeated {
  /** Systems as every plot and table shows them: always in this order, name and colour. */
  enum MeasuredSystem {
    PLAIN("HBase", new Color(0x00, 0x72, 0xB2)),
    PLAIN3("3 × HBase", new Color(0xE6, 0x9F, 0x00)),
    SAFE("d'Artagnan", new Color(0xA3, 0x1D, 0x6B)),
    SAFE1("sealed, one cluster", new Color(0x00, 0x9E, 0x73)),
    SAFE1_STD("std", new Color(0x56, 0xB4, 0xE9)),
    SAFE1_DET("det", new Color(0x00, 0x9E, 0x73)),
    SAFE1_OPE("ope", new Color(0xD5, 0x5E, 0x00));

    private final String label;
    private final Color color;

    MeasuredSystem(String label, Color color) {
      this.label = label;
      this.color = color;
    }

    /** The system of this name in results. */
    static MeasuredSystem of(String id) {
      return valueOf(id.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The name in results. */
    String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name for people. */
    String label() {
      return label;
    }

    Color color() {
      return color;
    }
  }

  /**
   * Throughput of a system that protects values beside that of a baseline.
   *
   * @param safe operations per second
   * @param baseline likewise
   */
  record Comparison(Spread safe, Spread baseline) {
    /**
     * Throughput lost, in percent of the baseline's, which the papers call overhead; below 0 where
     * the system that protects is faster.
     */
    Spread overhead() {
      Spread kept = safe.over(baseline);
      return new Spread(lost(kept.median()), lost(kept.max()), lost(kept.min()), kept.count());
    }

    private static double lost(double kept) {
      return 100 * (1 - kept);
    }

    private boolean isSingle() {
      return safe.count() < 2 || baseline.count() < 2;
    }

    /** Whether the measurements do not tell which is faster. */
    boolean isOpen() {
      return isSingle() || safe.swallows(baseline);
    }

    /** The reason why the measurements do not tell; to be asked if it is open. */
    String reason() {
      return isSingle()
          ? "measured once, so that nothing is known of the spread"
          : "%s and %s op/s overlap"
              .formatted(Numbers.withRange(baseline), Numbers.withRange(safe));
    }

    /** The overhead for a table, with a tilde where the spread swallows the difference. */
    String text() {
      return String.format(Locale.ROOT, "%s%.0f %%", isOpen() ? "~ " : "", overhead().median());
    }
  }

  private final Map<Point.Subject, Map<MeasuredSystem, List<Measurement>>> groups = new HashMap<>();

  private Repeated() {}

  /** The sound measurements of a figure. */
  static Repeated of(Figure figure, List<Measurement> measurements) {
    Repeated repeated = new Repeated();
    for (Measurement measurement : ResultFile.sound(measurements).values()) {
      Point point = measurement.point();
      if (point.figure() == figure) {
        repeated
            .groups
            .computeIfAbsent(point.subject(), key -> new EnumMap<>(MeasuredSystem.class))
            .computeIfAbsent(MeasuredSystem.of(point.system()), key -> new ArrayList<>())
            .add(measurement);
      }
    }
    return repeated;
  }

  /** The measurements, by distance, rows, the figure's order of workloads, and clients. */
  List<Point.Subject> subjects() {
    return groups.keySet().stream()
        .sorted(
            Comparator.comparingInt(Point.Subject::delayMs)
                .thenComparingLong(Point.Subject::rows)
                .thenComparingInt(
                    subject -> subject.figure().workloads().indexOf(subject.workload()))
                .thenComparingInt(Point.Subject::clients))
        .toList();
  }

  /** All turns of a subject on a system. */
  List<Measurement> of(Point.Subject subject, MeasuredSystem system) {
    return groups.getOrDefault(subject, Map.of()).getOrDefault(system, List.of());
  }

  /** Operations per second. */
  Optional<Spread> throughput(Point.Subject subject, MeasuredSystem system) {
    return spread(subject, system, each -> each.result().opsPerSecond());
  }

  /** Mean latency of the operations of each turn, in milliseconds. */
  Optional<Spread> latency(Point.Subject subject, MeasuredSystem system) {
    return spread(subject, system, each -> each.result().all().meanMs());
  }

  /** The same of one kind of operation; empty where there was none in a turn. */
  Optional<Spread> latency(Point.Subject subject, MeasuredSystem system, OperationKind operation) {
    List<Double> values =
        of(subject, system).stream()
            .map(each -> each.result().latencies().get(operation.measurement()))
            .filter(Objects::nonNull)
            .map(RunResult.Latency::meanMs)
            .toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  private Optional<Spread> spread(
      Point.Subject subject, MeasuredSystem system, ToDoubleFunction<Measurement> value) {
    List<Double> values = of(subject, system).stream().mapToDouble(value).boxed().toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** A system that protects values beside a baseline; empty unless both were measured. */
  Optional<Comparison> comparison(
      Point.Subject subject, MeasuredSystem protecting, MeasuredSystem baseline) {
    return throughput(subject, protecting)
        .flatMap(safe -> throughput(subject, baseline).map(other -> new Comparison(safe, other)));
  }
}

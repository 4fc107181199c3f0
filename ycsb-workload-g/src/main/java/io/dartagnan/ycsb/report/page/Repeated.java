package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Measurements of one figure, all turns of the same together. */
final class Repeated {
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

  private Optional<Spread> spread(
      Point.Subject subject, MeasuredSystem system, ToDoubleFunction<Measurement> value) {
    List<Double> values = of(subject, system).stream().mapToDouble(value).boxed().toList();
    return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /** D'Artagnan beside a baseline; empty unless both were measured. */
  Optional<Comparison> comparison(Point.Subject subject, MeasuredSystem baseline) {
    return throughput(subject, MeasuredSystem.SAFE)
        .flatMap(safe -> throughput(subject, baseline).map(other -> new Comparison(safe, other)));
  }
}

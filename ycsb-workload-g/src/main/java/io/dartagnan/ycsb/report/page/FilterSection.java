package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Filters against the number of rows: latency with few clients, throughput with many. */
final class FilterSection {
  /** A value of a subject on a system. */
  @FunctionalInterface
  private interface Value {
    Optional<Spread> of(Point.Subject subject, MeasuredSystem system);
  }

  private FilterSection() {}

  static Section of(Repeated repeated) {
    List<Point.Subject> subjects = repeated.subjects();
    List<Block> blocks = new ArrayList<>(FigureSection.paper(Figure.FILTERS));
    int fewest = clients(subjects).min().orElseThrow();
    int most = clients(subjects).max().orElseThrow();
    for (String workload : Figure.FILTERS.workloads()) {
      blocks.add(
          plot(
              "figure-5-%s-latency".formatted(workload),
              "%s, %s".formatted(WorkloadNames.of(workload), ResultTable.clients(fewest)),
              "mean latency (ms)",
              select(subjects, workload, fewest),
              repeated::latency));
      blocks.add(
          plot(
              "figure-5-%s-throughput".formatted(workload),
              "%s, %s".formatted(WorkloadNames.of(workload), ResultTable.clients(most)),
              "throughput (operations/s)",
              select(subjects, workload, most),
              repeated::throughput));
    }
    ResultTable table = new ResultTable(Figure.FILTERS, repeated, subjects);
    blocks.add(table.throughput());
    blocks.add(table.warnings());
    blocks.add(table.latency());
    return new Section("Figure 5 of D: filters against the number of rows", blocks);
  }

  private static IntStream clients(List<Point.Subject> subjects) {
    return subjects.stream().mapToInt(Point.Subject::clients);
  }

  private static List<Point.Subject> select(
      List<Point.Subject> subjects, String workload, int clients) {
    return subjects.stream()
        .filter(subject -> subject.workload().equals(workload) && subject.clients() == clients)
        .toList();
  }

  private static Block plot(
      String name, String title, String yTitle, List<Point.Subject> subjects, Value value) {
    LinePlot plot = new LinePlot(title, "rows of the table", true, yTitle, true);
    for (MeasuredSystem system : MeasuredSystem.values()) {
      List<Spread> rows = new ArrayList<>();
      List<Spread> values = new ArrayList<>();
      for (Point.Subject subject : subjects) {
        Optional<Spread> measured = value.of(subject, system);
        if (measured.isPresent()) {
          rows.add(Spread.of(List.of((double) subject.rows())));
          values.add(measured.get());
        }
      }
      if (!rows.isEmpty()) {
        plot.line(system.label(), system.color(), rows, values);
      }
    }
    return new Block.Plot(name, title + ": cost against rows", plot.chart());
  }
}

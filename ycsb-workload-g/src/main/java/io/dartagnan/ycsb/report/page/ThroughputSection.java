package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Throughput against latency, by the number of clients: a plot for each workload. */
final class ThroughputSection {
  private ThroughputSection() {}

  static Section of(Repeated repeated) {
    List<Point.Subject> subjects = repeated.subjects();
    List<Block> blocks = new ArrayList<>(FigureSection.paper(Figure.THROUGHPUT));
    ResultTable table = new ResultTable(Figure.THROUGHPUT, repeated, subjects);
    for (String workload : Figure.THROUGHPUT.workloads()) {
      List<Point.Subject> own =
          subjects.stream().filter(subject -> subject.workload().equals(workload)).toList();
      if (!own.isEmpty()) {
        blocks.add(plot(workload, own, repeated));
      }
    }
    blocks.add(table.throughput());
    blocks.add(table.warnings());
    blocks.add(table.latency());
    return new Section("Figure 3 of D: throughput against latency", blocks);
  }

  private static Block plot(String workload, List<Point.Subject> subjects, Repeated repeated) {
    String clients =
        String.join(
            ", ", subjects.stream().map(subject -> Integer.toString(subject.clients())).toList());
    LinePlot plot =
        new LinePlot(
            "Workload " + WorkloadNames.of(workload),
            "throughput (operations/s)",
            true,
            "mean latency (ms)",
            true);
    for (MeasuredSystem system : MeasuredSystem.values()) {
      List<Spread> throughputs = new ArrayList<>();
      List<Spread> latencies = new ArrayList<>();
      for (Point.Subject subject : subjects) {
        Optional<Spread> throughput = repeated.throughput(subject, system);
        Optional<Spread> latency = repeated.latency(subject, system);
        if (throughput.isPresent() && latency.isPresent()) {
          throughputs.add(throughput.get());
          latencies.add(latency.get());
        }
      }
      if (!throughputs.isEmpty()) {
        plot.line(system.label(), system.color(), throughputs, latencies);
      }
    }
    return new Block.Plot(
        "figure-3-" + workload,
        "Workload %s, from left to right %s clients; further right and further down is better"
            .formatted(WorkloadNames.of(workload), clients),
        plot.chart());
  }
}

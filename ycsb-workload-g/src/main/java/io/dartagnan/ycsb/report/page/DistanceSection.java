package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Spread;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;

/** Clouds at a distance: overheads by workload, and what each system reaches. */
final class DistanceSection {
  private static final Color PAPER = new Color(0x99, 0x99, 0x99);

  private DistanceSection() {}

  static Section of(Repeated repeated) {
    List<Point.Subject> subjects = repeated.subjects();
    List<Block> blocks = new ArrayList<>(FigureSection.paper(Figure.DISTANCE));
    blocks.add(
        new Block.Text(
            "What one cloud sends to another leaves so many milliseconds later (dartagnan.mesh.delay.ms); everything between the client and any cluster, the plain ones included, passes a relay that delays it as long in each direction. So a round between clouds, and a call of a client, take twice that."));
    List<Integer> delays = subjects.stream().map(Point.Subject::delayMs).distinct().toList();
    for (int delay : delays) {
      List<Point.Subject> own =
          subjects.stream().filter(subject -> subject.delayMs() == delay).toList();
      blocks.add(throughput(delay, own, repeated));
      blocks.add(overhead(delay, own, repeated));
    }
    ResultTable table = new ResultTable(Figure.DISTANCE, repeated, subjects);
    blocks.add(table.throughput());
    blocks.add(table.warnings());
    blocks.add(table.latency());
    return new Section("Figure 6 of D: clouds at a distance", blocks);
  }

  private static Block throughput(int delay, List<Point.Subject> subjects, Repeated repeated) {
    BarPlot plot =
        new BarPlot(
            "%d ms each way, %s".formatted(delay, ResultTable.clients(subjects.get(0).clients())),
            "throughput (operations/s)",
            true,
            names(subjects));
    for (MeasuredSystem system : MeasuredSystem.values()) {
      plot.bars(
          system.label(),
          system.color(),
          subjects.stream().map(subject -> repeated.throughput(subject, system)).toList());
    }
    return new Block.Plot(
        "figure-6-throughput-%d-ms".formatted(delay),
        "Throughput by workload, %d ms each way".formatted(delay),
        plot.chart());
  }

  private static Block overhead(int delay, List<Point.Subject> subjects, Repeated repeated) {
    BarPlot plot =
        new BarPlot(
            "Overhead of d'Artagnan, %d ms each way".formatted(delay),
            "throughput lost (%)",
            false,
            names(subjects));
    for (MeasuredSystem baseline : List.of(MeasuredSystem.PLAIN, MeasuredSystem.PLAIN3)) {
      plot.bars(
          "over " + baseline.label(),
          baseline.color(),
          subjects.stream()
              .map(subject -> repeated.comparison(subject, baseline).map(Comparison::overhead))
              .toList());
    }
    plot.bars(
        "D, over HBase",
        PAPER,
        subjects.stream()
            .map(subject -> PaperValues.overhead(subject).map(value -> Spread.of(List.of(value))))
            .toList());
    return new Block.Plot(
        "figure-6-overhead-%d-ms".formatted(delay),
        "Part of the baseline's throughput that is lost, %d ms each way; below 0 d'Artagnan is faster. Of A to F D states at most so much"
            .formatted(delay),
        plot.chart());
  }

  private static List<String> names(List<Point.Subject> subjects) {
    return subjects.stream().map(subject -> WorkloadNames.of(subject.workload())).toList();
  }
}

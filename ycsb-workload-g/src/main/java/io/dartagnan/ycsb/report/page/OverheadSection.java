package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Spread;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;

/** Overheads of the second paper's workloads on its two tables. */
final class OverheadSection {
  private static final Color PAPER = new Color(0x99, 0x99, 0x99);

  private OverheadSection() {}

  static Section of(Repeated repeated) {
    List<Point.Subject> subjects = repeated.subjects();
    List<Block> blocks = new ArrayList<>(FigureSection.paper(Figure.OVERHEADS));
    for (String table : List.of("appointments", "patients")) {
      List<Point.Subject> own =
          subjects.stream()
              .filter(subject -> subject.workload().startsWith("safenosql-" + table))
              .toList();
      if (!own.isEmpty()) {
        blocks.add(overhead(table, own, repeated));
      }
    }
    blocks.add(tableV(subjects, repeated));
    ResultTable table = new ResultTable(Figure.OVERHEADS, repeated, subjects);
    blocks.add(table.throughput());
    blocks.add(table.warnings());
    blocks.add(table.latency());
    return new Section("Figure 6 and table V of S: overheads by workload", blocks);
  }

  private static Block overhead(String table, List<Point.Subject> subjects, Repeated repeated) {
    String title = table.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + table.substring(1);
    BarPlot plot =
        new BarPlot(
            "Overhead over HBase, " + title,
            "throughput lost (%)",
            false,
            subjects.stream().map(subject -> WorkloadNames.brief(subject.workload())).toList());
    plot.bars(
        "d'Artagnan",
        MeasuredSystem.SAFE.color(),
        subjects.stream()
            .map(
                subject ->
                    repeated.comparison(subject, MeasuredSystem.PLAIN).map(Comparison::overhead))
            .toList());
    plot.bars(
        "S",
        PAPER,
        subjects.stream()
            .map(subject -> PaperValues.overhead(subject).map(value -> Spread.of(List.of(value))))
            .toList());
    return new Block.Plot(
        "figure-s6-" + table,
        "Part of HBase's throughput that is lost on the table %s; below 0 the protected one is faster"
            .formatted(title),
        plot.chart());
  }

  private static Block tableV(List<Point.Subject> subjects, Repeated repeated) {
    List<List<String>> rows = new ArrayList<>();
    for (Point.Subject subject : subjects) {
      PaperValues.Throughputs paper = PaperValues.tableV(subject.workload()).orElseThrow();
      rows.add(
          List.of(
              WorkloadNames.of(subject.workload()),
              Numbers.of(paper.baseline()),
              Numbers.of(paper.safe()),
              Numbers.withRange(repeated.throughput(subject, MeasuredSystem.PLAIN)),
              Numbers.withRange(repeated.throughput(subject, MeasuredSystem.SAFE))));
    }
    return new Block.Table(
        List.of("table V, op/s", "S, HBase", "S, protected", "here, HBase", "here, d'Artagnan"),
        rows);
  }
}

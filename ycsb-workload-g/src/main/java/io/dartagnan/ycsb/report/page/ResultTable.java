package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tables of what was measured, a row for each subject, and the warnings that belong to them. */
final class ResultTable {
  private final Repeated repeated;
  private final List<Point.Subject> subjects;
  private final List<MeasuredSystem> systems;

  ResultTable(Figure figure, Repeated repeated, List<Point.Subject> subjects) {
    this.repeated = repeated;
    this.subjects = subjects;
    this.systems = figure.systems().stream().map(MeasuredSystem::of).toList();
  }

  /** Throughput and overheads, with the papers' overhead beside them where there is one. */
  Block throughput() {
    List<String> header = new ArrayList<>(List.of("workload", "rows", "clients", "ms apart"));
    systems.forEach(system -> header.add(system.label() + ", op/s"));
    List<MeasuredSystem> baselines = systems.subList(0, systems.size() - 1);
    baselines.forEach(system -> header.add("overhead over " + system.label()));
    header.add("paper's overhead over HBase");
    List<List<String>> rows = new ArrayList<>();
    for (Point.Subject subject : subjects) {
      List<String> row = identity(subject);
      systems.forEach(system -> row.add(Numbers.withRange(repeated.throughput(subject, system))));
      baselines.forEach(
          system ->
              row.add(repeated.comparison(subject, system).map(Comparison::text).orElse("-")));
      row.add(PaperValues.overheadText(subject));
      rows.add(row);
    }
    return new Block.Table(header, rows);
  }

  /** Mean latencies. */
  Block latency() {
    List<String> header = new ArrayList<>(List.of("workload", "rows", "clients", "ms apart"));
    systems.forEach(system -> header.add(system.label() + ", ms"));
    List<List<String>> rows = new ArrayList<>();
    for (Point.Subject subject : subjects) {
      List<String> row = identity(subject);
      systems.forEach(system -> row.add(Numbers.withRange(repeated.latency(subject, system))));
      rows.add(row);
    }
    return new Block.Table(header, rows);
  }

  private static List<String> identity(Point.Subject subject) {
    return new ArrayList<>(
        List.of(
            WorkloadNames.of(subject.workload()),
            Numbers.whole(subject.rows()),
            Integer.toString(subject.clients()),
            Integer.toString(subject.delayMs())));
  }

  /** A sentence for each difference that the spread swallows. */
  Block warnings() {
    List<String> sentences = new ArrayList<>();
    for (Point.Subject subject : subjects) {
      for (MeasuredSystem baseline : systems.subList(0, systems.size() - 1)) {
        Optional<Comparison> comparison = repeated.comparison(subject, baseline);
        if (comparison.isPresent() && comparison.get().isOpen()) {
          sentences.add(
              comparison
                  .get()
                  .reason(
                      "%s, %s rows, %s, %d ms, %s and d'Artagnan"
                          .formatted(
                              WorkloadNames.of(subject.workload()),
                              Numbers.whole(subject.rows()),
                              clients(subject.clients()),
                              subject.delayMs(),
                              baseline.label())));
        }
      }
    }
    return new Block.Warnings(
        "The spread swallows these differences; this sitting does not tell which is faster",
        sentences);
  }

  /** A number of clients in words. */
  static String clients(int clients) {
    return clients == 1 ? "1 client" : clients + " clients";
  }
}

package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.result.SittingRecord;
import io.dartagnan.ycsb.report.result.SittingRecord.Machine;
import io.dartagnan.ycsb.report.result.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files of a report: {@code report.html}, {@code report.md}, and its plots as PNG. */
public final class ReportPages {
  private final SittingRecord record;
  private final List<Measurement> measurements;

  /** The pages of a sitting; figures of which nothing was measured are left out. */
  public ReportPages(SittingRecord record, List<Measurement> measurements) {
    this.record = record;
    this.measurements = List.copyOf(measurements);
  }

  /**
   * Writes the files into a folder, over those of an earlier report.
   *
   * @return what a terminal shows of them, a line each
   */
  public List<String> writeTo(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    Page page = new Page(folder, "d'Artagnan: the papers' figures, measured anew");
    overview(page);
    for (Figure figure : Figure.values()) {
      Repeated repeated = Repeated.of(figure, measurements);
      if (repeated.subjects().isEmpty()) {
        continue;
      }
      if (figure.isSealed()) {
        SealedSection section = new SealedSection(figure, repeated, page);
        section.add();
        lines.addAll(section.lines());
      } else {
        new FigureSection(figure, repeated, page).add();
      }
    }
    page.write();
    return lines;
  }

  /** The circumstances of the sitting, what went wrong, and how to read the rest. */
  private void overview(Page page) {
    page.heading("Sitting");
    page.text(
        "Plain HBase, a client that writes to and reads from three plain clusters, d'Artagnan on three clouds, and, for the figures of S and W, d'Artagnan's client that seals values on the plain HBase, measured in alternating turns in one sitting on one machine, beside the values that the papers state. The papers' hardware was another and larger one: compare overheads with overheads, and not operations per second with operations per second.");
    page.warnings(
        "Points that failed, or whose answers were wrong",
        ResultFile.failures(measurements).stream().map(Measurement::failure).toList());
    page.table(List.of("", ""), circumstances());
    page.text(
        "Every value is the median of the turns, with the least and the greatest in parentheses and as marks in plots. Overhead is the part of the baseline's throughput that is lost, as in the papers; a tilde (~) before it says that the ranges of the two systems overlap, so that it may be none. Latency is the database's alone. Every answer of a filter, scan and get was compared with a recomputation; that takes processor time of the client between operations, of all systems alike.");
  }

  private List<List<String>> circumstances() {
    Machine machine = record.machine();
    SittingSettings settings = record.settings();
    long verified =
        measurements.stream()
            .filter(each -> each.result() != null)
            .mapToLong(each -> each.result().verified())
            .sum();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("command", record.command()));
    rows.add(List.of("begun", record.begun()));
    rows.add(
        List.of(
            "machine",
            "%s, %d processors, %s GiB, %s"
                .formatted(
                    machine.processor(),
                    machine.processors(),
                    Numbers.of(machine.memoryGiB()),
                    machine.system())));
    rows.add(List.of("Java", machine.java()));
    rows.add(List.of("HBase", machine.hbase()));
    rows.add(List.of("d'Artagnan", machine.commit()));
    rows.add(List.of("TLS between client and clusters", settings.encrypted() ? "on" : "off"));
    rows.add(List.of("seed of the tables", Long.toString(settings.seed())));
    rows.add(
        List.of(
            "each point",
            "%d turns of %d s (figure 4: %d s) after a warm-up of %d s"
                .formatted(
                    settings.repetitions(),
                    settings.seconds(),
                    settings.networkSeconds(),
                    settings.warmUpSeconds())));
    rows.add(List.of("measured", Numbers.whole(ResultFile.sound(measurements).size()) + " points"));
    rows.add(List.of("answers verified", Numbers.whole(verified)));
    if (!measurements.isEmpty()) {
      rows.add(
          List.of(
              "machine's load before each point",
              Numbers.withRange(
                  Spread.of(measurements.stream().map(Measurement::machineLoad).toList()))));
    }
    return rows;
  }
}

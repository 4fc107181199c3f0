package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.result.Machine;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.result.SittingRecord;
import io.dartagnan.ycsb.report.result.Spread;
import java.util.ArrayList;
import java.util.List;

/**
 * The first section: the circumstances of the sitting, what went wrong, and how to read the rest.
 */
final class OverviewSection {
  private OverviewSection() {}

  static Section of(SittingRecord record, List<Measurement> measurements) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Text(
            "Plain HBase, a client that writes to and reads from three plain clusters, and d'Artagnan on three clouds, measured in alternating turns in one sitting on one machine, beside the values that the papers state. The papers' hardware was another and larger one: compare overheads with overheads, and not operations per second with operations per second."));
    blocks.add(
        new Block.Warnings(
            "Points that failed, or whose answers were wrong", failures(measurements)));
    blocks.add(circumstances(record, measurements));
    blocks.add(
        new Block.Text(
            "Every value is the median of the turns, with the least and the greatest in parentheses and as marks in plots. Overhead is the part of the baseline's throughput that is lost, as in the papers; a tilde (~) before it says that the ranges of the two systems overlap, so that it may be none. Latency is the database's alone. Every answer of a filter, scan and get was compared with a recomputation; that takes processor time of the client between operations, of all systems alike."));
    return new Section("Sitting", blocks);
  }

  private static List<String> failures(List<Measurement> measurements) {
    return ResultFile.failures(measurements).stream().map(Measurement::failure).toList();
  }

  private static Block circumstances(SittingRecord record, List<Measurement> measurements) {
    Machine machine = record.machine();
    List<Measurement> sound = List.copyOf(ResultFile.sound(measurements).values());
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
    rows.add(
        List.of("TLS between client and clusters", record.settings().encrypted() ? "on" : "off"));
    rows.add(List.of("seed of the tables", Long.toString(record.settings().seed())));
    rows.add(
        List.of(
            "each point",
            "%d turns of %d s (figure 4: %d s) after a warm-up of %d s"
                .formatted(
                    record.settings().repetitions(),
                    record.settings().seconds(),
                    record.settings().networkSeconds(),
                    record.settings().warmUpSeconds())));
    rows.add(List.of("measured", Numbers.whole(sound.size()) + " points"));
    rows.add(List.of("answers verified", Numbers.whole(verified)));
    if (!measurements.isEmpty()) {
      rows.add(
          List.of(
              "machine's load before each point",
              Numbers.withRange(
                  Spread.of(measurements.stream().map(Measurement::machineLoad).toList()))));
    }
    return new Block.Table(List.of("", ""), rows);
  }
}

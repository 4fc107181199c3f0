package io.dartagnan.ycsb.report.page;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.Spread;
import io.dartagnan.ycsb.report.result.Traffic;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Distribution of network use, and of the processors' time. */
final class NetworkSection {
  private static final double PAPER_MB = 140;

  /** A logarithmic axis has no 0; less than this is drawn as this. */
  private static final double LEAST_MB = 0.01;

  private static final Color MESH = new Color(0x56, 0xB4, 0xE9);

  private NetworkSection() {}

  static Section of(Repeated repeated) {
    Point.Subject subject = repeated.subjects().get(0);
    LinePlot plot =
        new LinePlot(
            "Network use, workload G, " + ResultTable.clients(subject.clients()),
            "network use (MB/s)",
            true,
            "part of the time with less (%)",
            false);
    List<List<String>> rows = new ArrayList<>();
    for (MeasuredSystem system : MeasuredSystem.values()) {
      List<Double> loopback = samples(repeated, subject, system, Traffic::loopback);
      List<Double> processors = samples(repeated, subject, system, Traffic::processors);
      add(plot, rows, system.label(), system.color(), false, loopback, processors);
    }
    List<Double> mesh = samples(repeated, subject, MeasuredSystem.SAFE, Traffic::mesh);
    add(plot, rows, "between the clouds alone", MESH, true, mesh, List.of());

    List<Block> blocks = new ArrayList<>(FigureSection.paper(Figure.NETWORK));
    blocks.add(
        new Block.Plot(
            "figure-4",
            "Share of time in which the network carries less than so much: all processes of the machine, and the three clouds' meshes alone",
            plot.chart()));
    blocks.add(
        new Block.Table(
            List.of(
                "what",
                "samples",
                "MB/s, median",
                "MB/s, 10 % below",
                "MB/s, 90 % below",
                "below 140 MB/s",
                "processors busy, median",
                "processors busy, most"),
            rows));
    blocks.add(
        new Block.Text(
            "Bytes are those of the loopback interface, which carries everything between the client, the clusters and the clouds, and whatever else runs on this machine, sampled every 0.1 s; between the clouds alone they are the meshes' payload, from the RegionServers' metric meshBytesSent over JMX, sampled every 0.3 s. The processors are those of the whole machine, which client, clusters and clouds share."));
    ResultTable table = new ResultTable(Figure.NETWORK, repeated, repeated.subjects());
    blocks.add(table.throughput());
    blocks.add(table.warnings());
    return new Section("Figure 4 of D: distribution of network use", blocks);
  }

  private static List<Double> samples(
      Repeated repeated,
      Point.Subject subject,
      MeasuredSystem system,
      Function<Traffic, List<Double>> kind) {
    return repeated.of(subject, system).stream()
        .map(Measurement::traffic)
        .filter(Objects::nonNull)
        .flatMap(traffic -> kind.apply(traffic).stream())
        .sorted()
        .toList();
  }

  private static void add(
      LinePlot plot,
      List<List<String>> rows,
      String label,
      Color color,
      boolean dashed,
      List<Double> samples,
      List<Double> processors) {
    if (samples.isEmpty()) {
      return;
    }
    List<Double> shares = new ArrayList<>();
    for (int rank = 1; rank <= samples.size(); rank++) {
      shares.add(100.0 * rank / samples.size());
    }
    plot.curve(
        label,
        color,
        samples.stream().map(sample -> Math.max(LEAST_MB, sample)).toList(),
        shares,
        dashed);
    rows.add(
        List.of(
            label,
            Numbers.whole(samples.size()),
            Numbers.of(Spread.quantile(samples, 0.5)),
            Numbers.of(Spread.quantile(samples, 0.1)),
            Numbers.of(Spread.quantile(samples, 0.9)),
            percent(Spread.shareBelow(samples, PAPER_MB)),
            processors.isEmpty() ? "-" : percent(Spread.quantile(processors, 0.5)),
            processors.isEmpty() ? "-" : percent(Spread.quantile(processors, 1))));
  }

  private static String percent(double share) {
    return "%.0f %%".formatted(100 * share);
  }
}

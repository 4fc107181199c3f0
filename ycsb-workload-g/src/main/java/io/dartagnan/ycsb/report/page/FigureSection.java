package io.dartagnan.ycsb.report.page;

import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE;

import io.dartagnan.ycsb.report.page.Repeated.Comparison;
import io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point.Subject;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.Measurement.Traffic;
import io.dartagnan.ycsb.report.result.Spread;
import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The section of a figure of D: its words, plots, and tables of what was measured. */
final class FigureSection {
  private static final Color PAPER = new Color(0x99, 0x99, 0x99);
  private static final Color MESH = new Color(0x56, 0xB4, 0xE9);
  private static final double PAPER_MB = 140;

  /** A logarithmic axis has no 0; less than this is drawn as this. */
  private static final double LEAST_MB = 0.01;

  private final Figure figure;
  private final Repeated repeated;
  private final Page page;
  private final List<Subject> subjects;
  private final List<MeasuredSystem> systems;
  private final List<MeasuredSystem> baselines;

  /** The section of a figure of which something was measured. */
  FigureSection(Figure figure, Repeated repeated, Page page) {
    this.figure = figure;
    this.repeated = repeated;
    this.page = page;
    this.subjects = repeated.subjects();
    this.systems =
        figure.systems(figure.workloads().get(0)).stream().map(MeasuredSystem::of).toList();
    this.baselines = systems.subList(0, systems.size() - 1);
  }

  /** Adds it to the page. */
  void add() throws IOException {
    page.heading(PaperValues.title(figure));
    PaperValues.prose(figure).forEach(page::text);
    switch (figure) {
      case THROUGHPUT -> throughput();
      case NETWORK -> network();
      case FILTERS -> filters();
      case DISTANCE -> distance();
      case OPERATIONS, OVERHEADS, MAILS ->
          throw new IllegalStateException(figure + " is not one of D");
    }
    throughputTable();
    page.warnings(
        "The spread swallows these differences; this sitting does not tell which is faster",
        openDifferences());
    if (figure != Figure.NETWORK) {
      latencyTable();
    }
  }

  /** Throughput against latency, by the number of clients: a plot for each workload. */
  private void throughput() throws IOException {
    for (String workload : figure.workloads()) {
      List<Subject> own = having(Subject::workload, workload);
      if (!own.isEmpty()) {
        String name = PaperValues.name(workload);
        Plot.Lines plot =
            new Plot.Lines(
                "Workload " + name, "throughput (operations/s)", "mean latency (ms)", true);
        lines(plot, own, repeated::throughput, repeated::latency);
        page.plot(
            "figure-3-" + workload,
            "Workload %s, from left to right %s clients; further right and further down is better"
                .formatted(
                    name,
                    String.join(
                        ", ",
                        own.stream().map(subject -> Integer.toString(subject.clients())).toList())),
            plot.chart());
      }
    }
  }

  /** Filters against the number of rows: latency with few clients, throughput with many. */
  private void filters() throws IOException {
    IntSummaryStatistics range = subjects.stream().mapToInt(Subject::clients).summaryStatistics();
    for (String workload : figure.workloads()) {
      filter(workload, "latency", range.getMin(), "mean latency (ms)", repeated::latency);
      filter(
          workload,
          "throughput",
          range.getMax(),
          "throughput (operations/s)",
          repeated::throughput);
    }
  }

  private void filter(
      String workload,
      String kind,
      int clients,
      String yTitle,
      BiFunction<Subject, MeasuredSystem, Optional<Spread>> value)
      throws IOException {
    String title = "%s, %s".formatted(PaperValues.name(workload), clients(clients));
    Plot.Lines plot = new Plot.Lines(title, "rows of the table", yTitle, true);
    lines(
        plot,
        having(Subject::workload, workload).stream()
            .filter(subject -> subject.clients() == clients)
            .toList(),
        (subject, system) -> Optional.of(Spread.of(List.of((double) subject.rows()))),
        value);
    page.plot(
        "figure-5-%s-%s".formatted(workload, kind), title + ": cost against rows", plot.chart());
  }

  private static void lines(
      Plot.Lines plot,
      List<Subject> subjects,
      BiFunction<Subject, MeasuredSystem, Optional<Spread>> x,
      BiFunction<Subject, MeasuredSystem, Optional<Spread>> y) {
    for (MeasuredSystem system : MeasuredSystem.values()) {
      List<Spread> xs = new ArrayList<>();
      List<Spread> ys = new ArrayList<>();
      for (Subject subject : subjects) {
        Optional<Spread> value = y.apply(subject, system);
        if (value.isPresent()) {
          xs.add(x.apply(subject, system).orElseThrow());
          ys.add(value.get());
        }
      }
      if (!xs.isEmpty()) {
        plot.line(system.label(), system.color(), xs, ys);
      }
    }
  }

  /** Clouds at a distance: overheads by workload, and what each system reaches. */
  private void distance() throws IOException {
    page.text(
        "What one cloud sends to another leaves so many milliseconds later (dartagnan.mesh.delay.ms); everything between the client and any cluster, the plain ones included, passes a relay that delays it as long in each direction. So a round between clouds, and a call of a client, take twice that.");
    for (int delay : subjects.stream().map(Subject::delayMs).distinct().toList()) {
      List<Subject> own = having(Subject::delayMs, delay);
      List<String> names = own.stream().map(each -> PaperValues.name(each.workload())).toList();
      Plot.Bars reached =
          new Plot.Bars(
              "%d ms each way, %s".formatted(delay, clients(own.get(0).clients())),
              "throughput (operations/s)",
              true,
              names);
      for (MeasuredSystem system : systems) {
        reached.bars(
            system.label(),
            system.color(),
            own.stream().map(subject -> repeated.throughput(subject, system)).toList());
      }
      page.plot(
          "figure-6-throughput-%d-ms".formatted(delay),
          "Throughput by workload, %d ms each way".formatted(delay),
          reached.chart());
      Plot.Bars lost =
          new Plot.Bars(
              "Overhead of d'Artagnan, %d ms each way".formatted(delay),
              "throughput lost (%)",
              false,
              names);
      for (MeasuredSystem baseline : baselines) {
        lost.bars("over " + baseline.label(), baseline.color(), overheads(own, baseline));
      }
      lost.bars("D, over HBase", PAPER, overheadsOfPaper(own));
      page.plot(
          "figure-6-overhead-%d-ms".formatted(delay),
          "Part of the baseline's throughput that is lost, %d ms each way; below 0 d'Artagnan is faster. Of A to F D states at most so much"
              .formatted(delay),
          lost.chart());
    }
  }

  private List<Optional<Spread>> overheads(List<Subject> of, MeasuredSystem baseline) {
    return of.stream()
        .map(subject -> repeated.comparison(subject, SAFE, baseline).map(Comparison::overhead))
        .toList();
  }

  private static List<Optional<Spread>> overheadsOfPaper(List<Subject> of) {
    return of.stream()
        .map(subject -> PaperValues.overhead(subject).map(value -> Spread.of(List.of(value))))
        .toList();
  }

  /** Distribution of network use, and of the processors' time. */
  private void network() throws IOException {
    Plot.Lines plot =
        new Plot.Lines(
            "Network use, workload G, " + clients(subjects.get(0).clients()),
            "network use (MB/s)",
            "part of the time with less (%)",
            false);
    List<List<String>> rows = new ArrayList<>();
    for (MeasuredSystem system : systems) {
      distribution(
          plot,
          rows,
          system.label(),
          system.color(),
          samples(system, Traffic::loopback),
          samples(system, Traffic::processors));
    }
    distribution(
        plot, rows, "between the clouds alone", MESH, samples(SAFE, Traffic::mesh), List.of());
    page.plot(
        "figure-4",
        "Share of time in which the network carries less than so much: all processes of the machine, and the three clouds' meshes alone",
        plot.chart());
    page.table(
        List.of(
            "what",
            "samples",
            "MB/s, median",
            "MB/s, 10 % below",
            "MB/s, 90 % below",
            "below 140 MB/s",
            "processors busy, median",
            "processors busy, most"),
        rows);
    page.text(
        "Bytes are those of the loopback interface, which carries everything between the client, the clusters and the clouds, and whatever else runs on this machine, sampled every 0.1 s; between the clouds alone they are the meshes' payload, from the RegionServers' metric meshBytesSent over JMX, sampled every 0.3 s. The processors are those of the whole machine, which client, clusters and clouds share.");
  }

  private List<Double> samples(MeasuredSystem system, Function<Traffic, List<Double>> kind) {
    return repeated.of(subjects.get(0), system).stream()
        .map(Measurement::traffic)
        .filter(Objects::nonNull)
        .flatMap(traffic -> kind.apply(traffic).stream())
        .sorted()
        .toList();
  }

  private static void distribution(
      Plot.Lines plot,
      List<List<String>> rows,
      String label,
      Color color,
      List<Double> samples,
      List<Double> processors) {
    if (samples.isEmpty()) {
      return;
    }
    plot.curve(
        label,
        color,
        samples.stream().map(sample -> Math.max(LEAST_MB, sample)).toList(),
        IntStream.rangeClosed(1, samples.size())
            .mapToObj(rank -> 100.0 * rank / samples.size())
            .toList(),
        processors.isEmpty());
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

  /** Throughput and overheads, with the papers' overhead beside them where there is one. */
  private void throughputTable() {
    List<String> header = identityHeader();
    systems.forEach(system -> header.add(system.label() + ", op/s"));
    baselines.forEach(system -> header.add("overhead over " + system.label()));
    header.add("paper's overhead over HBase");
    List<List<String>> rows = new ArrayList<>();
    for (Subject subject : subjects) {
      List<String> row = identity(subject);
      systems.forEach(system -> row.add(Numbers.withRange(repeated.throughput(subject, system))));
      baselines.forEach(
          system ->
              row.add(
                  repeated.comparison(subject, SAFE, system).map(Comparison::text).orElse("-")));
      row.add(PaperValues.overheadText(subject));
      rows.add(row);
    }
    page.table(header, rows);
  }

  private void latencyTable() {
    List<String> header = identityHeader();
    systems.forEach(system -> header.add(system.label() + ", ms"));
    List<List<String>> rows = new ArrayList<>();
    for (Subject subject : subjects) {
      List<String> row = identity(subject);
      systems.forEach(system -> row.add(Numbers.withRange(repeated.latency(subject, system))));
      rows.add(row);
    }
    page.table(header, rows);
  }

  private static List<String> identityHeader() {
    return new ArrayList<>(List.of("workload", "rows", "clients", "ms apart"));
  }

  private static List<String> identity(Subject subject) {
    return new ArrayList<>(
        List.of(
            PaperValues.name(subject.workload()),
            Numbers.whole(subject.rows()),
            Integer.toString(subject.clients()),
            Integer.toString(subject.delayMs())));
  }

  /** A sentence for each difference that the spread swallows. */
  private List<String> openDifferences() {
    List<String> sentences = new ArrayList<>();
    for (Subject subject : subjects) {
      for (MeasuredSystem baseline : baselines) {
        repeated
            .comparison(subject, SAFE, baseline)
            .filter(Comparison::isOpen)
            .ifPresent(
                comparison ->
                    sentences.add(
                        "%s, %s rows, %s, %d ms, %s and d'Artagnan: %s"
                            .formatted(
                                PaperValues.name(subject.workload()),
                                Numbers.whole(subject.rows()),
                                clients(subject.clients()),
                                subject.delayMs(),
                                baseline.label(),
                                comparison.reason())));
      }
    }
    return sentences;
  }

  private <T> List<Subject> having(Function<Subject, T> property, T value) {
    return subjects.stream().filter(subject -> property.apply(subject).equals(value)).toList();
  }

  private static String clients(int clients) {
    return clients == 1 ? "1 client" : clients + " clients";
  }
}

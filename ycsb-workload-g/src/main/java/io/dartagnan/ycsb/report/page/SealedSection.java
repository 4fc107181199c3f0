package io.dartagnan.ycsb.report.page;

import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.PLAIN;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_DET;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_OPE;
import static io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem.SAFE1_STD;

import io.dartagnan.ycsb.report.page.PaperValues.Stated;
import io.dartagnan.ycsb.report.page.Repeated.Comparison;
import io.dartagnan.ycsb.report.page.Repeated.MeasuredSystem;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point.Subject;
import io.dartagnan.ycsb.report.plan.SingleOperation;
import io.dartagnan.ycsb.report.result.Spread;
import io.dartagnan.ycsb.workload.OperationKind;
import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The section of a figure of S or W: each workload on plain HBase, on the same HBase with sealed
 * values, and on three clouds, beside S's values, as they are and as multiples of plain HBase's.
 */
final class SealedSection {
  private static final String NONE = "-";

  /** The mixes of both tables together. */
  private static final String BOTH = "both";

  private static final String MAILS = "mails";

  /** E-1 and E-2, whose scans read a whole table where row keys have no order. */
  private static final String WITH_SCANS = ".*-e\\d";

  private final Figure figure;
  private final Repeated repeated;
  private final Page page;

  /** What protects values, in S or here. */
  private final List<MeasuredSystem> protecting;

  /** Workloads by the plot that shows them, in S's order. */
  private final Map<String, List<Subject>> plots = new LinkedHashMap<>();

  /** What a system reaches in a workload, and what S states of it. */
  private record Measure(
      String name,
      String unit,
      BiFunction<Subject, MeasuredSystem, Optional<Spread>> measured,
      ToDoubleFunction<Stated> stated) {}

  /** The section of a figure of which something was measured. */
  SealedSection(Figure figure, Repeated repeated, Page page) {
    this.figure = figure;
    this.repeated = repeated;
    this.page = page;
    boolean single = figure == Figure.OPERATIONS;
    this.protecting =
        single ? List.of(SAFE1_STD, SAFE1_DET, SAFE1_OPE, SAFE) : List.of(SAFE1, SAFE);
    List<String> names =
        switch (figure) {
          case OPERATIONS -> SingleOperation.DISTRIBUTIONS;
          case MAILS -> List.of(MAILS);
          default -> List.of("appointments", "patients");
        };
    for (String plot : names) {
      List<Subject> shown =
          (single
                  ? Stream.of(SingleOperation.values()).map(each -> each.workload(plot))
                  : figure.workloads().stream().filter(each -> isIn(plot, each)))
              .flatMap(this::subjectsOf)
              .toList();
      if (!shown.isEmpty()) {
        plots.put(plot, shown);
      }
    }
  }

  private Stream<Subject> subjectsOf(String workload) {
    return repeated.subjects().stream().filter(each -> each.workload().equals(workload));
  }

  /** Adds it to the page. */
  void add() throws IOException {
    page.heading(PaperValues.title(figure));
    PaperValues.prose(figure).forEach(page::text);
    if (figure != Figure.MAILS) {
      page.table(summaryHeader(), summary());
    }
    for (Measure measure :
        List.of(
            new Measure("throughput", "op/s", repeated::throughput, Stated::throughput),
            new Measure("latency", "ms", repeated::latency, Stated::latency))) {
      for (Map.Entry<String, List<Subject>> plot : plots.entrySet()) {
        plot(measure, plot.getKey(), plot.getValue());
      }
      table(measure);
    }
    page.warnings(
        "The spread swallows these differences; this sitting does not tell which is faster",
        openDifferences());
  }

  /** Multiples of plain HBase, S's beside them in a lighter colour. */
  private void plot(Measure measure, String name, List<Subject> shown) throws IOException {
    Plot.Bars plot =
        new Plot.Bars(
            "Normalised %s, %s".formatted(measure.name(), name),
            measure.name() + " (HBase is 1)",
            !isOfMixes(),
            shown.stream().map(SealedSection::shortName).toList());
    for (MeasuredSystem system : protecting) {
      plot.bars(
          label(system),
          system.color(),
          shown.stream().map(subject -> multiple(measure, subject, system)).toList());
    }
    for (MeasuredSystem system : protecting) {
      List<Optional<Spread>> stated =
          shown.stream()
              .map(subject -> statedMultiple(measure, subject, system).map(SealedSection::single))
              .toList();
      if (stated.stream().anyMatch(Optional::isPresent)) {
        plot.bars("S, " + label(system), lighter(system.color()), stated);
      }
    }
    page.plot(
        "figure-%s-%s-%s".formatted(figure.id().toLowerCase(Locale.ROOT), measure.name(), name),
        "%s of each workload as a multiple of plain HBase's, %s".formatted(measure.name(), name),
        plot.chart());
  }

  private Optional<Spread> multiple(Measure measure, Subject subject, MeasuredSystem system) {
    return measure
        .measured()
        .apply(subject, system)
        .flatMap(own -> measure.measured().apply(subject, PLAIN).map(own::over));
  }

  private static Optional<Double> statedMultiple(
      Measure measure, Subject subject, MeasuredSystem system) {
    return stated(measure, subject, system)
        .flatMap(own -> stated(measure, subject, PLAIN).map(plain -> own / plain));
  }

  private static Optional<Double> stated(Measure measure, Subject subject, MeasuredSystem system) {
    return PaperValues.stated(subject.workload(), system).map(measure.stated()::applyAsDouble);
  }

  private static Spread single(double value) {
    return Spread.of(List.of(value));
  }

  private void table(Measure measure) {
    boolean overheads = isOfMixes() && measure.name().equals("throughput");
    List<MeasuredSystem> inS =
        Stream.concat(Stream.of(PLAIN), protecting.stream())
            .filter(each -> each != SAFE && figure != Figure.MAILS)
            .toList();
    List<MeasuredSystem> here = Stream.concat(Stream.of(PLAIN), protecting.stream()).toList();
    List<String> header = new ArrayList<>(List.of("workload", "rows"));
    inS.forEach(system -> header.add("S, %s, %s".formatted(label(system), measure.unit())));
    here.forEach(system -> header.add("%s, %s".formatted(label(system), measure.unit())));
    if (overheads) {
      header.add("S's overhead");
      protecting.forEach(system -> header.add("overhead, " + label(system)));
    }
    List<List<String>> rows = new ArrayList<>();
    for (Subject subject : plots.values().stream().flatMap(List::stream).toList()) {
      List<String> row = new ArrayList<>();
      row.add(PaperValues.name(subject.workload()));
      row.add(Numbers.whole(subject.rows()));
      inS.forEach(
          system -> row.add(stated(measure, subject, system).map(Numbers::of).orElse(NONE)));
      here.forEach(system -> row.add(Numbers.withRange(measure.measured().apply(subject, system))));
      if (overheads) {
        row.add(statedOverhead(subject).map(SealedSection::percent).orElse(NONE));
        protecting.forEach(
            system ->
                row.add(
                    repeated
                        .comparison(subject, system, PLAIN)
                        .map(Comparison::text)
                        .orElse(NONE)));
      }
      rows.add(row);
    }
    page.table(header, rows);
  }

  private static Optional<Double> statedOverhead(Subject subject) {
    return PaperValues.stated(subject.workload(), SAFE1)
        .flatMap(
            own ->
                PaperValues.stated(subject.workload(), PLAIN)
                    .map(plain -> 100 * (1 - own.throughput() / plain.throughput())));
  }

  /**
   * What a reader asks first, of each plot and system: the mean overhead of the mixes, also of
   * those without scans, and how many times as long as on plain HBase a get and a put take, in
   * mixes those of workload A.
   */
  private List<List<String>> summary() {
    List<List<String>> rows = new ArrayList<>();
    plots.forEach(
        (plot, shown) -> protecting.forEach(system -> rows.add(row(plot, shown, system))));
    if (isOfMixes() && plots.size() > 1) {
      List<Subject> all = plots.values().stream().flatMap(List::stream).toList();
      protecting.forEach(system -> rows.add(row(BOTH, all, system)));
    }
    return rows;
  }

  /** The summary's columns; a terminal shows them as names of values. */
  private List<String> summaryHeader() {
    return isOfMixes()
        ? List.of(
            "of",
            "system",
            "mean_overhead",
            "mean_overhead_in_S",
            "without_scans",
            "get_ratio",
            "put_ratio")
        : List.of("of", "system", "get_ratio", "get_ratio_in_S", "put_ratio", "put_ratio_in_S");
  }

  private List<String> row(String plot, List<Subject> shown, MeasuredSystem system) {
    if (!isOfMixes()) {
      return List.of(
          plot,
          system.id(),
          ratio(shown, system, OperationKind.READ),
          statedRatio(SingleOperation.READ.workload(plot), system),
          ratio(shown, system, OperationKind.INSERT),
          statedRatio(SingleOperation.INS.workload(plot), system));
    }
    Predicate<String> mixes = each -> isIn(plot, each);
    Function<Subject, Optional<Double>> overhead =
        subject ->
            repeated.comparison(subject, system, PLAIN).map(each -> each.overhead().median());
    return List.of(
        plot,
        system.id(),
        mean(shown, mixes, overhead),
        system == SAFE1 ? mean(shown, mixes, SealedSection::statedOverhead) : NONE,
        mean(shown, mixes.and(each -> !each.matches(WITH_SCANS)), overhead),
        plot.equals(BOTH) ? NONE : ratio(shown, system, OperationKind.READ),
        plot.equals(BOTH) ? NONE : ratio(shown, system, OperationKind.UPDATE));
  }

  private boolean isOfMixes() {
    return figure == Figure.OVERHEADS;
  }

  /** The mean over some mixes, or a dash where one of them is missing: it would be another. */
  private String mean(
      List<Subject> shown, Predicate<String> mixes, Function<Subject, Optional<Double>> value) {
    double[] known =
        shown.stream()
            .filter(subject -> mixes.test(subject.workload()))
            .map(value)
            .flatMap(Optional::stream)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return known.length == figure.workloads().stream().filter(mixes).count()
        ? percent(Arrays.stream(known).average().orElseThrow())
        : NONE;
  }

  private static boolean isIn(String plot, String workload) {
    return List.of(BOTH, MAILS).contains(plot) || workload.contains("-" + plot + "-");
  }

  /** Of S's throughputs: it gives a latency that does not belong to one of them. */
  private static String statedRatio(String workload, MeasuredSystem system) {
    return PaperValues.stated(workload, system)
        .flatMap(
            own ->
                PaperValues.stated(workload, PLAIN)
                    .map(plain -> Numbers.of(plain.throughput() / own.throughput())))
        .orElse(NONE);
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.1f %%", value);
  }

  /** How many times as long as on plain HBase it takes: alone, or in the mix A. */
  private String ratio(List<Subject> shown, MeasuredSystem system, OperationKind operation) {
    return shown.stream()
        .filter(subject -> !isOfMixes() || subject.workload().endsWith("-a"))
        .map(
            subject ->
                repeated
                    .latency(subject, system, operation)
                    .flatMap(own -> repeated.latency(subject, PLAIN, operation).map(own::over)))
        .flatMap(Optional::stream)
        .findFirst()
        .map(Numbers::withRange)
        .orElse(NONE);
  }

  /** The summary as a terminal shows it, a line for each system. */
  List<String> lines() {
    return (figure == Figure.MAILS ? List.<List<String>>of() : summary())
        .stream()
            .map(
                row ->
                    IntStream.range(0, row.size())
                        .mapToObj(
                            at -> summaryHeader().get(at) + "=" + row.get(at).replace(" ", ""))
                        .collect(Collectors.joining(" ", "figure=" + figure.id() + " ", "")))
            .toList();
  }

  private List<String> openDifferences() {
    return plots.values().stream()
        .flatMap(List::stream)
        .flatMap(subject -> protecting.stream().map(system -> openDifference(subject, system)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<String> openDifference(Subject subject, MeasuredSystem system) {
    return repeated
        .comparison(subject, system, PLAIN)
        .filter(Comparison::isOpen)
        .map(
            comparison ->
                "%s, HBase and %s: %s"
                    .formatted(
                        PaperValues.name(subject.workload()), label(system), comparison.reason()));
  }

  private static String label(MeasuredSystem system) {
    return system == SAFE ? "three clouds" : system.label();
  }

  private static String shortName(Subject subject) {
    return SingleOperation.of(subject.workload())
        .map(SingleOperation::name)
        .orElseGet(() -> PaperValues.name(subject.workload()).replaceFirst("^\\w+ (?=\\w)", ""));
  }

  private static Color lighter(Color color) {
    return new Color(
        (color.getRed() + 2 * 255) / 3,
        (color.getGreen() + 2 * 255) / 3,
        (color.getBlue() + 2 * 255) / 3);
  }
}

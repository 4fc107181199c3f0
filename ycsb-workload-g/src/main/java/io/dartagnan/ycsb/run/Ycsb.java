package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.hbase.Causes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.Client;
import site.ycsb.WorkloadException;

/**
 * The program {@code ycsb-workload-g/ycsb}. Measurements go to standard output, all else to
 * standard error. The process ends with 0 when all went well, with 1 when an operation failed or an
 * answer was wrong, and with 2 when it was called wrongly; a failure is reported as one sentence.
 */
@Command(
    name = "ycsb-workload-g/ycsb",
    description = "YCSB workloads of the papers on HBase, three HBases, and three clouds.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "  ycsb table -P workloads/workloadg -p recordcount=1000",
      "  ycsb load  -P workloads/workloadg -p recordcount=1000 -threads 4",
      "  ycsb run   -P workloads/workloadg -p recordcount=1000 -p maxexecutiontime=10 -s",
      "",
      "-p system=safe (three clouds, the default), plain (one HBase), plain3 (three plain ones),",
      "   safe1 (one HBase whose tables the client seals).",
      "Properties are in ycsb-workload-g/README.md, and in the files of ycsb-workload-g/workloads."
    })
public final class Ycsb implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int HOOK_SECONDS = 20;
  private static final String HOME = "dartagnan.ycsb.home";

  /** A command of the program. */
  enum Phase {
    load,
    run,
    table
  }

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "load|run|table",
      description = "Loads rows, runs operations, or makes the table.")
  private Phase phase;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description = "Reads properties from a file; a later file overrides an earlier one.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over those of all files.")
  private List<String> options = new ArrayList<>();

  @Option(
      names = {"-threads", "--threads"},
      paramLabel = "N",
      description = "Clients at the same time, 1 unless given.")
  private Integer threads;

  @Option(
      names = {"-target", "--target"},
      paramLabel = "N",
      description = "Operations per second of all clients together, unlimited unless given.")
  private Integer target;

  @Option(
      names = {"-s", "--status"},
      description = "Prints progress every status.interval seconds, 10 unless set.")
  private boolean status;

  @Option(
      names = {"-l", "--label"},
      paramLabel = "TEXT",
      description = "Begins lines on progress.")
  private String label;

  @Option(names = "--verbose", description = "Prints the stack trace of a failure.")
  private boolean verbose;

  private final Map<String, String> environment;
  private final Path home;
  private final OutputStream standardOut;
  private final CountDownLatch reported = new CountDownLatch(1);
  private volatile Execution execution;

  private Ycsb(Map<String, String> environment, Path home, OutputStream out) {
    this.environment = environment;
    this.home = home;
    this.standardOut = out;
  }

  /** Runs one command and ends the process. */
  public static void main(String[] arguments) {
    Ycsb ycsb =
        new Ycsb(System.getenv(), Path.of(System.getProperty(HOME, "ycsb-workload-g")), System.out);
    Runtime.getRuntime().addShutdownHook(new Thread(ycsb::interrupted, "interrupt"));
    System.exit(ycsb.execute(arguments, System.out, System.err));
  }

  /**
   * Runs one command in this process.
   *
   * @param environment as {@code clusters/local env} prints it
   * @param home the module's folder
   * @return the exit code
   */
  public static int run(
      Map<String, String> environment,
      Path home,
      OutputStream out,
      OutputStream err,
      String... arguments) {
    return new Ycsb(environment, home, out).execute(arguments, out, err);
  }

  private int execute(String[] arguments, OutputStream out, OutputStream err) {
    return new CommandLine(this)
        .setOut(utf8(out))
        .setErr(utf8(err))
        .setUsageHelpAutoWidth(true)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, given) -> complain(e.getMessage() + "; see --help", USAGE))
        .setExecutionExceptionHandler(
            (e, line, parsed) -> {
              if (verbose) {
                e.printStackTrace(line.getErr());
              }
              return complain(sentence(e), e instanceof IllegalArgumentException ? USAGE : FAILED);
            })
        .execute(arguments);
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private int complain(String sentence, int exitCode) {
    spec.commandLine().getErr().println("ycsb: " + sentence);
    return exitCode;
  }

  private static String sentence(Exception failure) {
    return failure instanceof WorkloadException && failure.getCause() != null
        ? Causes.of(failure.getCause())
        : Causes.of(failure);
  }

  @Override
  public Integer call() throws Exception {
    Properties properties = new GivenProperties(home, environment).of(files, overrides());
    if (phase == Phase.table) {
      spec.commandLine().getOut().println(new TableMaker(properties).call());
      return OK;
    }
    execution = new Execution(properties, name(), spec.commandLine().getErr());
    try {
      RunResult result = execution.call();
      report(properties, result);
      return execution.complaint().map(complaint -> complain(complaint, FAILED)).orElse(OK);
    } finally {
      reported.countDown();
    }
  }

  private String name() {
    if (files.isEmpty()) {
      return "unnamed";
    }
    return String.valueOf(Path.of(files.get(files.size() - 1)).getFileName());
  }

  private Map<String, String> overrides() {
    Map<String, String> overrides = new LinkedHashMap<>();
    for (String option : options) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "-p was given '%s'; it takes NAME=VALUE".formatted(option));
      }
      overrides.put(option.substring(0, equals).strip(), option.substring(equals + 1));
    }
    overrides.put(Client.DO_TRANSACTIONS_PROPERTY, Boolean.toString(phase == Phase.run));
    if (threads != null) {
      overrides.put(Client.THREAD_COUNT_PROPERTY, threads.toString());
    }
    if (target != null) {
      overrides.put(Client.TARGET_PROPERTY, target.toString());
    }
    if (status) {
      overrides.put(Client.STATUS_PROPERTY, "true");
    }
    if (label != null) {
      overrides.put(Client.LABEL_PROPERTY, label);
    }
    return overrides;
  }

  private void report(Properties properties, RunResult result) throws IOException {
    new YcsbReport(properties, new PrintStream(standardOut, true, StandardCharsets.UTF_8))
        .print(execution.measurements(), result);
    PrintWriter out = spec.commandLine().getOut();
    out.println(result.summary());
    if (execution.resultFile().isPresent()) {
      result.appendTo(execution.resultFile().get());
    }
  }

  /** Waits, when the process is ended by a signal, until what was measured is printed. */
  private void interrupted() {
    Execution running = execution;
    if (running == null) {
      return;
    }
    running.interrupt();
    try {
      reported.await(HOOK_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

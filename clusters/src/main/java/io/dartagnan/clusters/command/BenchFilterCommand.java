package io.dartagnan.clusters.command;

import io.dartagnan.clusters.bench.FilterBenchOptions;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.terminal.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command line behind {@code clusters/bench-filter}. */
@Command(
    name = "clusters/bench-filter",
    mixinStandardHelpOptions = true,
    versionProvider = Program.Version.class,
    sortOptions = false,
    description = {
      "%nMeasures filters over shared values beside plain HBase's own: starts three clouds and a"
          + " fourth, plain HBase on this machine, loads the same rows of five int64 columns into"
          + " all of them, and asks in turns. About one row in a thousand answers a question, and"
          + " every answer is checked.%n"
    },
    footer = {
      "",
      "One line per question: medians of plain HBase, of a client that asks three plain HBase at",
      "once, and of the clouds, with share columns and without (cold). Beside them the first answer",
      "to a new connection, from its opening on.",
      "With --clients, one line per number of clients and system, and of each cloud the most memory",
      "that filters, share columns and mesh took, beside their budget.",
      "Ends with 0 when every answer was right, 1 when something failed, 2 when an option is wrong."
    })
final class BenchFilterCommand extends ReportingCommand implements Callable<Integer> {
  private static final String MAIN_CLASS = "io.dartagnan.clusters.bench.FilterBench";

  @Mixin private FilterBenchOptions options;

  @Mixin private EncryptionOption encryption;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of every cluster, as in clusters/local up; may be repeated.")
  private final List<String> settings = new ArrayList<>();

  private BenchFilterCommand() {}

  static CommandLine commandLine() {
    return new BenchFilterCommand().asCommandLine().setUsageHelpWidth(100);
  }

  @Override
  public Integer call() {
    options.require();
    Deployment deployment =
        new Deployment(1, true, encryption.encrypted(), Settings.parse(settings), Map.of());
    return new OwnClouds("bench-filter", Program.instance(Progress.onStandardError()))
        .run(
            deployment,
            () -> {},
            folders -> MeasuringProgram.command(folders, MAIN_CLASS, options.arguments()),
            false);
  }
}

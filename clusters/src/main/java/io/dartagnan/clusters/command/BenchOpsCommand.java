package io.dartagnan.clusters.command;

import io.dartagnan.clusters.bench.OpsBenchOptions;
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

/** Command line behind {@code clusters/bench-ops}. */
@Command(
    name = "clusters/bench-ops",
    mixinStandardHelpOptions = true,
    versionProvider = Program.Version.class,
    sortOptions = false,
    description = {
      "%nMeasures single operations beside plain HBase: starts three clouds and a fourth, plain"
          + " HBase on this machine, loads the same rows of five int64 columns into all of them,"
          + " and performs put, get, delete, scans of 100 rows, batches of 100 puts, increment and"
          + " checkAndPut, in turns.%n"
    },
    footer = {
      "",
      "One line per operation and number of threads: operations per second, medians of the turns,",
      "of plain HBase, of a client that sends the same to three plain HBase at once and waits for",
      "all, and of the three clouds. ratio3 is how much longer the clouds take than those three.",
      "Ends with 0, 1 when something failed, 2 when an option is wrong."
    })
final class BenchOpsCommand extends ReportingCommand implements Callable<Integer> {
  private static final String MAIN_CLASS = "io.dartagnan.clusters.bench.OpsBench";

  @Mixin private OpsBenchOptions options;

  @Mixin private EncryptionOption encryption;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of every cluster, as in clusters/local up; may be repeated.")
  private final List<String> settings = new ArrayList<>();

  private BenchOpsCommand() {}

  static CommandLine commandLine() {
    return new BenchOpsCommand().asCommandLine().setUsageHelpWidth(100);
  }

  @Override
  public Integer call() {
    options.require();
    Deployment deployment =
        new Deployment(1, true, encryption.encrypted(), Settings.parse(settings), Map.of());
    return new OwnClouds("bench-ops", Program.instance(Progress.onStandardError()))
        .run(
            deployment,
            () -> {},
            folders -> MeasuringProgram.command(folders, MAIN_CLASS, options.arguments()),
            false);
  }
}

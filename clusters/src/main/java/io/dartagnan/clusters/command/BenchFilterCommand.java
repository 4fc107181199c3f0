package io.dartagnan.clusters.command;

import io.dartagnan.clusters.bench.FilterBenchOptions;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.ServerJvm;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.Progress;
import java.io.File;
import java.nio.file.Path;
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
      "With --clients, one line per number of clients and system.",
      "Ends with 0 when every answer was right, 1 when something failed, 2 when an option is wrong."
    })
final class BenchFilterCommand extends ReportingCommand implements Callable<Integer> {
  private static final String MAIN_CLASS = "io.dartagnan.clusters.bench.FilterBench";

  @Mixin private FilterBenchOptions options;

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
    Deployment deployment = new Deployment(1, true, Settings.parse(settings), Map.of());
    return new OwnClouds("bench-filter", Program.instance(Progress.onStandardError()))
        .run(deployment, () -> {}, this::program, false);
  }

  private List<String> program(ClientFolders folders) {
    Artefacts artefacts = Program.artefacts();
    Path safe = folders.safe();
    List<String> command = new ArrayList<>(List.of(JavaCommand.path(), "-Xmx1g"));
    command.addAll(ServerJvm.OPENS);
    // No folder of a configuration is on the class path: the program uses five.
    command.add("-Dlog4j.configuration=" + safe.resolve("log4j.properties").toUri());
    command.addAll(
        List.of(
            "-cp",
            artefacts.clustersJar() + File.pathSeparator + artefacts.commandLineClasspath(),
            MAIN_CLASS));
    command.addAll(options.arguments());
    command.add(safe.toString());
    for (Role role : List.of(Role.CLOUD_0, Role.CLOUD_1, Role.CLOUD_2, Role.BASELINE)) {
      command.add(folders.bare(role).toString());
    }
    return command;
  }
}

package io.dartagnan.clusters.command;

import io.dartagnan.clusters.bench.FilterBench;
import io.dartagnan.clusters.bench.FilterBenchOptions;
import io.dartagnan.clusters.bench.OpsBench;
import io.dartagnan.clusters.bench.OpsBenchOptions;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Command line that measures three clouds of its own beside plain HBase, by a program in a JVM of
 * its own. The program's last arguments are five folders of configurations: the Safe Client's,
 * cloud 0, 1, 2, plain HBase's.
 */
abstract class BenchCommand extends ReportingCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EncryptionOption encryption;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of every cluster, as in clusters/local up; may be repeated.")
  private final List<String> settings = new ArrayList<>();

  final CommandLine wide() {
    return asCommandLine().setUsageHelpWidth(100);
  }

  final int measure(String script, Class<?> program) {
    Deployment deployment =
        new Deployment(3, 1, true, encryption.encrypted(), Settings.parse(settings), Map.of());
    return new OwnClouds(script, Program.instance(Progress.onStandardError()))
        .run(deployment, () -> {}, folders -> command(folders, program), false);
  }

  private List<String> command(ClientFolders folders, Class<?> program) {
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
            program.getName()));
    // The options of the program itself, as they were given.
    for (OptionSpec option : spec.mixins().get("options").options()) {
      List<String> given = option.originalStringValues();
      if (!given.isEmpty()) {
        command.add(option.longestName() + "=" + String.join(",", given));
      }
    }
    command.add(safe.toString());
    for (Role role : Role.CLUSTERS) {
      command.add(folders.bare(role).toString());
    }
    return command;
  }

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
  static final class Filters extends BenchCommand {
    @Mixin private FilterBenchOptions options;

    @Override
    public Integer call() {
      options.require();
      return measure("bench-filter", FilterBench.class);
    }
  }

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
        "all, and of the three clouds. ratio3 is how much longer the clouds take than those three;",
        "ratio1, with --one-cluster, how much longer encrypted columns take than plain ones.",
        "Ends with 0, 1 when something failed, 2 when an option is wrong."
      })
  static final class Operations extends BenchCommand {
    @Mixin private OpsBenchOptions options;

    @Override
    public Integer call() {
      options.require();
      return measure("bench-ops", OpsBench.class);
    }
  }
}

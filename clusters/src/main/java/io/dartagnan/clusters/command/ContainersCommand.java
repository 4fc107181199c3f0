package io.dartagnan.clusters.command;

import io.dartagnan.clusters.containers.ContainerClouds;
import io.dartagnan.clusters.containers.ContainerSetup;
import io.dartagnan.clusters.containers.PlacedContainer;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.clusters.terminal.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Command line behind {@code clusters/containers}. */
@Command(
    name = "clusters/containers",
    description = {
      "Three HBase clouds as containers on this machine, each of a ZooKeeper, a master and two",
      "RegionServers in networks of its own. Needs a Docker daemon and compose, and no registry."
    },
    subcommands = {
      ContainersCommand.Up.class,
      ContainersCommand.Env.class,
      ContainersCommand.Status.class,
      ContainersCommand.Down.class
    },
    mixinStandardHelpOptions = true,
    versionProvider = Program.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:it failed; one sentence on standard error says why",
      "2:it was called wrongly",
      "3:something is down (status)"
    },
    footer = {
      "",
      "DARTAGNAN_STATE names another folder for configurations and the keys of this machine's",
      "programs; with --name and --subnet of its own an instance runs beside another.",
      "DARTAGNAN_BUILD=never uses the build as it is. clusters/README.md says what runs."
    })
final class ContainersCommand extends ReportingCommand {
  private final Progress progress = Progress.onStandardError();

  private ContainersCommand() {}

  static CommandLine commandLine() {
    return new ContainersCommand().asGroup();
  }

  ContainerClouds clouds() {
    return new ContainerClouds(Program.checkout(), Program.state(), progress);
  }

  Progress progress() {
    return progress;
  }

  @Command(
      name = "up",
      description = {
        "Makes images, keys and configurations that are missing, starts everything, and returns when",
        "all containers are ready and a client is answered."
      },
      mixinStandardHelpOptions = true)
  static final class Up implements Callable<Integer> {
    @ParentCommand private ContainersCommand containers;

    @Option(
        names = "--base",
        paramLabel = "IMAGE",
        defaultValue = "",
        description = {
          "What images are made on: anything with bash and a Java 17. By default one of Debian's",
          "packages, which clusters/images/base makes without a registry."
        })
    private String base;

    @Option(names = "--hdfs", description = "Gives each cloud an HDFS of its own.")
    private boolean hdfs;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        defaultValue = "dartagnan",
        description =
            "What containers, networks and volumes are named after; default ${DEFAULT-VALUE}.")
    private String name;

    @Option(
        names = "--subnet",
        paramLabel = "N.N",
        defaultValue = "10.83",
        description = "The first two numbers of all addresses; default ${DEFAULT-VALUE}.")
    private String subnet;

    @Override
    public Integer call() {
      ClientProgram program = new ClientProgram(Program.artefacts());
      containers
          .clouds()
          .up(
              new ContainerSetup(name, subnet, hdfs),
              base,
              new ContainerClouds.CommandLineCalls() {
                @Override
                public List<String> alone() {
                  return java(program.alone());
                }

                @Override
                public List<String> on(Path configuration) {
                  return java(program.on(configuration));
                }
              });
      return ExitCode.OK;
    }

    private static List<String> java(List<String> arguments) {
      List<String> command = new ArrayList<>(List.of(JavaCommand.path()));
      command.addAll(arguments);
      return command;
    }
  }

  @Command(
      name = "env",
      description =
          "Prints export lines with what a program of this machine needs to use the clouds.",
      mixinStandardHelpOptions = true)
  static final class Env implements Callable<Integer> {
    @ParentCommand private ContainersCommand containers;

    @Override
    public Integer call() {
      ContainerClouds clouds = containers.clouds();
      if (clouds.containers().stream().noneMatch(PlacedContainer::isUp)) {
        throw clouds.notUp();
      }
      Program.environment(
              Program.artefacts(),
              Program.state(),
              Role.CLOUDS,
              cloud -> clouds.bareConfiguration(cloud.party()),
              clouds.safeConfiguration())
          .forEach((name, value) -> System.out.println(Shell.export(name, value)));
      return ExitCode.OK;
    }
  }

  @Command(
      name = "status",
      description = "Prints a line per container; exit code 3 when one is down.",
      mixinStandardHelpOptions = true)
  static final class Status implements Callable<Integer> {
    private static final String ROW = "%-18s  %-10s  %-9s  %9s  %s%n";

    @ParentCommand private ContainersCommand containers;

    @Override
    public Integer call() {
      ContainerClouds clouds = containers.clouds();
      List<PlacedContainer> all = clouds.containers();
      if (all.isEmpty()) {
        containers.progress().say(clouds.notUp().getMessage());
        return ExitCode.SOMETHING_IS_DOWN;
      }
      Map<String, String> memory = clouds.memory(all);
      System.out.printf(ROW, "CONTAINER", "STATE", "HEALTH", "MEMORY", "ADDRESSES");
      for (PlacedContainer each : all) {
        System.out.printf(
            ROW,
            each.service(),
            each.state(),
            each.health().isEmpty() ? "-" : each.health(),
            memory.getOrDefault(each.name(), "-"),
            each.addresses().entrySet().stream()
                .map(network -> network.getKey() + " " + network.getValue())
                .collect(Collectors.joining(", ")));
      }
      return all.stream().allMatch(PlacedContainer::isUp)
          ? ExitCode.OK
          : ExitCode.SOMETHING_IS_DOWN;
    }
  }

  @Command(
      name = "down",
      description = "Stops everything cleanly; volumes with data and keys stay for the next up.",
      mixinStandardHelpOptions = true)
  static final class Down implements Callable<Integer> {
    @ParentCommand private ContainersCommand containers;

    @Option(names = "--wipe", description = "Deletes the volumes and configurations as well.")
    private boolean wipe;

    @Override
    public Integer call() {
      containers.clouds().down(wipe);
      return ExitCode.OK;
    }
  }
}

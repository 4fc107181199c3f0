package io.dartagnan.clusters.command;

import io.dartagnan.clusters.containers.ContainerClouds;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Command line behind {@code clusters/containers}. */
@Command(
    name = "clusters/containers",
    description = {
      "Three HBase clouds as containers on this machine, each of a ZooKeeper, a master and two",
      "RegionServers in networks of its own. Needs a Docker daemon and compose, and no registry."
    },
    subcommands = {
      ContainersUpCommand.class,
      ContainersEnvCommand.class,
      ContainersStatusCommand.class,
      ContainersDownCommand.class
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
    CommandLine commandLine = new ContainersCommand().asCommandLine();
    commandLine.setExecutionStrategy(
        parsed -> {
          if (!parsed.hasSubcommand() && CommandLine.executeHelpRequest(parsed) == null) {
            commandLine.usage(commandLine.getErr());
            return ExitCode.USAGE;
          }
          return new CommandLine.RunLast().execute(parsed);
        });
    return commandLine;
  }

  ContainerClouds clouds() {
    return new ContainerClouds(Program.checkout(), Program.state(), progress);
  }

  Progress progress() {
    return progress;
  }
}

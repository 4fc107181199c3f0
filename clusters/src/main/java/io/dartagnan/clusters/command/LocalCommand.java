package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Command line behind {@code clusters/local}. */
@Command(
    name = "clusters/local",
    description = "Three HBase clouds, Redis and the mesh between them, on this machine.",
    subcommands = {
      UpCommand.class,
      EnvCommand.class,
      StatusCommand.class,
      StopCommand.class,
      StartCommand.class,
      KillCommand.class,
      LogsCommand.class,
      GatewayCommand.class,
      DownCommand.class
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
      "DARTAGNAN_STATE names another folder for data, logs, ports and pids, so that several",
      "instances run side by side. DARTAGNAN_BUILD=never uses the build as it is."
    })
final class LocalCommand extends ReportingCommand {
  private final Progress progress = Progress.onStandardError();

  private LocalCommand() {}

  static CommandLine commandLine() {
    CommandLine commandLine = new LocalCommand().asCommandLine();
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

  Instance instance() {
    return Program.instance(progress);
  }
}

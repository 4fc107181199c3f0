package io.dartagnan.clusters.command;

import io.dartagnan.clusters.files.LogTail;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "logs",
    description = "Prints where a process logs, and the end of its log.",
    mixinStandardHelpOptions = true)
final class LogsCommand extends ProcessCommand {
  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "50",
      description = "How many lines of the end; default ${DEFAULT-VALUE}.")
  private int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on printing what is logged, until Ctrl-C.")
  private boolean follow;

  @Override
  public Integer call() {
    if (lines < 0) {
      throw CommandException.usage("--lines takes 0 or more, not " + lines);
    }
    ServerProcess server = instance().requireMachine().server(role());
    LogTail log = LogTail.of(server.log());
    System.out.println(server.log());
    log.lines(lines).forEach(System.out::println);
    System.out.flush();
    if (follow) {
      log.follow(
          line -> {
            System.out.println(line);
            System.out.flush();
          });
    }
    return ExitCode.OK;
  }
}

package io.dartagnan.clusters;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "logs",
    description = "Prints where a process logs, and the end of its log.",
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
  @ParentCommand private Local local;

  @Parameters(
      paramLabel = "CLOUD",
      converter = RoleConverter.class,
      description = "0, 1, 2, baseline or redis.")
  private Role role;

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
      throw LocalException.usage("--lines takes 0 or more, not " + lines);
    }
    ServerProcess server = local.requireMachine().server(role);
    LogTail log = LogTail.of(server.log());
    System.out.println(server.log());
    log.lines(lines).forEach(System.out::println);
    System.out.flush();
    if (follow) {
      log.follow(
          text -> {
            System.out.print(text);
            System.out.flush();
          });
    }
    return ExitCode.OK;
  }
}

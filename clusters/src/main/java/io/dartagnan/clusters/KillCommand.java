package io.dartagnan.clusters;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "kill",
    description = "Ends one process with SIGKILL, as a crash would.",
    mixinStandardHelpOptions = true)
final class KillCommand implements Callable<Integer> {
  @ParentCommand private Local local;

  @Parameters(
      paramLabel = "CLOUD",
      converter = RoleConverter.class,
      description = "0, 1, 2, baseline or redis.")
  private Role role;

  @Override
  public Integer call() {
    return local.exclusively(
        () -> {
          Machine machine = local.requireMachine();
          ServerProcess server = machine.server(role);
          boolean ran = machine.isUp(server);
          machine.kill(server);
          local.progress().say(ran ? role + " is killed" : role + " is down already");
          return ExitCode.OK;
        });
  }
}

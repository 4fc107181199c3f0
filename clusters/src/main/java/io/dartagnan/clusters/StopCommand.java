package io.dartagnan.clusters;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "stop",
    description = "Stops one process cleanly; its data stays.",
    mixinStandardHelpOptions = true)
final class StopCommand implements Callable<Integer> {
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
          if (!machine.isUp(server)) {
            local.progress().say(role + " is down already");
          }
          machine.stop(List.of(server), local.progress());
          return ExitCode.OK;
        });
  }
}

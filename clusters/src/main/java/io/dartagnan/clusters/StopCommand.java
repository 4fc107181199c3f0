package io.dartagnan.clusters;

import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = "Stops one process cleanly; its data stays.",
    mixinStandardHelpOptions = true)
final class StopCommand extends ProcessCommand {
  @Override
  public Integer call() {
    return local()
        .exclusively(
            () -> {
              Machine machine = local().requireMachine();
              ServerProcess server = machine.server(role());
              if (!machine.isUp(server)) {
                local().progress().say(role() + " is down already");
              }
              machine.stop(List.of(server), local().progress());
              return ExitCode.OK;
            });
  }
}

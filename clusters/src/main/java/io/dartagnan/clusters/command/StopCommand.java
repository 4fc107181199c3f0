package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = "Stops one process cleanly; its data stays.",
    mixinStandardHelpOptions = true)
final class StopCommand extends ProcessCommand {
  @Override
  public Integer call() {
    return instance()
        .exclusively(
            () -> {
              Machine machine = instance().requireMachine();
              ServerProcess server = machine.server(role());
              if (!machine.isUp(server)) {
                instance().progress().say(role() + " is down already");
              }
              machine.stop(List.of(server), instance().progress());
              return ExitCode.OK;
            });
  }
}

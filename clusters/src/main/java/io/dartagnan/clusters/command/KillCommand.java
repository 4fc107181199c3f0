package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.ExitCode;
import picocli.CommandLine.Command;

@Command(
    name = "kill",
    description = "Ends one process with SIGKILL, as a crash would.",
    mixinStandardHelpOptions = true)
final class KillCommand extends ProcessCommand {
  @Override
  public Integer call() {
    return instance()
        .exclusively(
            () -> {
              Machine machine = instance().requireMachine();
              ServerProcess server = machine.server(role());
              boolean ran = machine.isUp(server);
              machine.kill(server);
              instance().progress().say(ran ? role() + " is killed" : role() + " is down already");
              return ExitCode.OK;
            });
  }
}

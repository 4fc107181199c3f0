package io.dartagnan.clusters;

import picocli.CommandLine.Command;

@Command(
    name = "kill",
    description = "Ends one process with SIGKILL, as a crash would.",
    mixinStandardHelpOptions = true)
final class KillCommand extends ProcessCommand {
  @Override
  public Integer call() {
    return local()
        .exclusively(
            () -> {
              Machine machine = local().requireMachine();
              ServerProcess server = machine.server(role());
              boolean ran = machine.isUp(server);
              machine.kill(server);
              local().progress().say(ran ? role() + " is killed" : role() + " is down already");
              return ExitCode.OK;
            });
  }
}

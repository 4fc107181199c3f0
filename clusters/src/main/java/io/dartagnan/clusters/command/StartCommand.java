package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.machine.Startup;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "start",
    description = "Starts one process again; returns when it answers.",
    mixinStandardHelpOptions = true)
final class StartCommand extends ProcessCommand {
  @Override
  public Integer call() {
    return instance().exclusively(this::start);
  }

  private int start() {
    Machine machine = instance().requireMachine();
    ServerProcess server = machine.server(role());
    if (role().isCloud() && !machine.isUp(machine.server(Role.REDIS))) {
      throw CommandException.failure(
          "redis is down, and " + role() + " needs it; clusters/local start redis");
    }
    boolean wasUp = machine.isUp(server);
    List<ServerProcess> one = List.of(server);
    try (Startup startup = new Startup(machine, instance().progress())) {
      if (!wasUp) {
        startup.requirePorts(one);
        startup.start(one);
      }
      startup.await(one);
      startup.keep();
    }
    if (wasUp) {
      instance().progress().say(role() + " was up already");
    }
    return ExitCode.OK;
  }
}

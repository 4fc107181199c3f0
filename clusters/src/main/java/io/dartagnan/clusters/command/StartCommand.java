package io.dartagnan.clusters.command;

import io.dartagnan.clusters.terminal.ExitCode;
import picocli.CommandLine.Command;

@Command(
    name = "start",
    description = "Starts one process again; returns when it answers.",
    mixinStandardHelpOptions = true)
final class StartCommand extends ProcessCommand {
  @Override
  public Integer call() {
    boolean wasUp =
        instance().exclusively(() -> instance().startOne(instance().requireMachine(), role()));
    if (wasUp) {
      instance().progress().say(role() + " was up already");
    }
    return ExitCode.OK;
  }
}

package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "start",
    description = "Starts one process again; returns when it answers.",
    mixinStandardHelpOptions = true)
final class StartCommand extends ProcessCommand {
  @Option(
      names = "--set",
      paramLabel = "key=value",
      description = {
        "A setting of this one cluster, from now on; it must be down. Wins over those of up.",
        "Repeatable.",
      })
  private final List<String> settings = new ArrayList<>();

  @Override
  public Integer call() {
    boolean wasUp = instance().exclusively(() -> instance().startOne(machine(), role()));
    if (wasUp) {
      instance().progress().say(role() + " was up already");
    }
    return ExitCode.OK;
  }

  private Machine machine() {
    Machine machine = instance().requireMachine();
    Settings own = Settings.parse(settings);
    return own.isEmpty() ? machine : instance().reconfigured(machine, role(), own);
  }
}

package io.dartagnan.clusters.command;

import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.terminal.ExitCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "down",
    description = "Stops everything cleanly; data, logs and ports stay for the next up.",
    mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
  /** An up that was just interrupted is still ending what it started. */
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(60);

  @ParentCommand private LocalCommand local;

  @Option(names = "--wipe", description = "Deletes data, logs, certificates and ports as well.")
  private boolean wipe;

  @Override
  public Integer call() {
    return local.exclusively(LOCK_PATIENCE, this::down);
  }

  private int down() {
    Optional<Machine> machine = local.machine();
    if (machine.isEmpty() || machine.get().running().isEmpty()) {
      local.progress().say("nothing is up in " + local.state().path());
    }
    machine.ifPresent(each -> each.stop(each.servers(), local.progress()));
    if (wipe) {
      local.state().wipe();
      local.progress().say("wiped " + local.state().path());
    }
    return ExitCode.OK;
  }
}

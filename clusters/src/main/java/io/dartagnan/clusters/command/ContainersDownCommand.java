package io.dartagnan.clusters.command;

import io.dartagnan.clusters.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "down",
    description = "Stops everything cleanly; volumes with data and keys stay for the next up.",
    mixinStandardHelpOptions = true)
final class ContainersDownCommand implements Callable<Integer> {
  @ParentCommand private ContainersCommand containers;

  @Option(names = "--wipe", description = "Deletes the volumes and configurations as well.")
  private boolean wipe;

  @Override
  public Integer call() {
    containers.clouds().down(wipe);
    return ExitCode.OK;
  }
}

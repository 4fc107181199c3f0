package io.dartagnan.clusters.command;

import io.dartagnan.clusters.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "down",
    description = "Stops everything cleanly; data, logs and ports stay for the next up.",
    mixinStandardHelpOptions = true)
final class DownCommand implements Callable<Integer> {
  @ParentCommand private LocalCommand local;

  @Option(names = "--wipe", description = "Deletes data, logs, certificates and ports as well.")
  private boolean wipe;

  @Override
  public Integer call() {
    local.instance().down(wipe);
    return ExitCode.OK;
  }
}

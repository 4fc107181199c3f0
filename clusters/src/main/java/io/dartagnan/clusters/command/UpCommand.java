package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "up",
    description = "Starts Redis and three HBase clouds; returns when all of them answer.",
    mixinStandardHelpOptions = true)
final class UpCommand implements Callable<Integer> {
  @ParentCommand private LocalCommand local;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Region servers per cluster, 1 to 16; default ${DEFAULT-VALUE}.")
  private int regionServers;

  @Option(names = "--baseline", description = "Adds a fourth, plain HBase to compare with.")
  private boolean baseline;

  @Mixin private EncryptionOption encryption;

  @Option(
      names = "--set",
      paramLabel = "key=value",
      description = {
        "A setting for every cluster's hbase-site.xml; wins over the tool's own. Repeatable.",
        "dartagnan.party.<0|1|2>.<key>=value and dartagnan.baseline.<key>=value set it in one.",
      })
  private final List<String> settings = new ArrayList<>();

  @Override
  public Integer call() {
    local
        .instance()
        .up(
            new Deployment(
                regionServers,
                baseline,
                encryption.encrypted(),
                Settings.parse(settings),
                Map.of()));
    return ExitCode.OK;
  }
}

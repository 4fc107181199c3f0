package io.dartagnan.clusters.command;

import io.dartagnan.clusters.certs.DevelopmentCertificates;
import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.DeploymentPorts;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.machine.Startup;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
    Deployment asked = new Deployment(regionServers, baseline, Settings.parse(settings), Map.of());
    return local.exclusively(() -> up(asked));
  }

  private int up(Deployment asked) {
    Optional<Machine> earlier = local.machine();
    Map<String, Integer> ports =
        DeploymentPorts.choose(earlier.map(each -> each.deployment().ports()).orElse(Map.of()));
    Deployment deployment =
        new Deployment(asked.regionServers(), asked.baseline(), asked.settings(), ports);
    if (earlier.isPresent() && !earlier.get().running().isEmpty()) {
      Deployment running = earlier.get().deployment();
      if (!running.sameOptions(asked)) {
        throw CommandException.failure(
            "already up with other options ("
                + running.options()
                + "); bring it down first, or repeat those");
      }
    }
    Machine machine = new Machine(local.state(), deployment, local.artefacts());
    List<ServerProcess> down =
        machine.servers().stream().filter(server -> !machine.isUp(server)).toList();
    new DevelopmentCertificates(local.state()).ensure();
    try (Startup startup = new Startup(machine, local.progress())) {
      startup.requirePorts(down);
      deployment.save(local.state());
      startup.start(down);
      startup.await(machine.servers());
      startup.keep();
    }
    local
        .progress()
        .say(
            down.isEmpty()
                ? "everything was up already and answers"
                : "up; clusters/local env prints what programs need");
    return ExitCode.OK;
  }
}

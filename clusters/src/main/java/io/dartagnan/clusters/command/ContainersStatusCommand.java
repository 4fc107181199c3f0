package io.dartagnan.clusters.command;

import io.dartagnan.clusters.containers.ContainerClouds;
import io.dartagnan.clusters.containers.PlacedContainer;
import io.dartagnan.clusters.terminal.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "status",
    description = "Prints a line per container; exit code 3 when one is down.",
    mixinStandardHelpOptions = true)
final class ContainersStatusCommand implements Callable<Integer> {
  private static final String ROW = "%-18s  %-10s  %-9s  %9s  %s%n";

  @ParentCommand private ContainersCommand containers;

  @Override
  public Integer call() {
    ContainerClouds clouds = containers.clouds();
    List<PlacedContainer> all = clouds.containers();
    if (all.isEmpty()) {
      containers.progress().say(clouds.notUp().getMessage());
      return ExitCode.SOMETHING_IS_DOWN;
    }
    Map<String, String> memory = clouds.memory(all);
    System.out.printf(ROW, "CONTAINER", "STATE", "HEALTH", "MEMORY", "ADDRESSES");
    for (PlacedContainer each : all) {
      System.out.printf(
          ROW,
          each.service(),
          each.state(),
          each.health().isEmpty() ? "-" : each.health(),
          memory.getOrDefault(each.name(), "-"),
          each.addresses().entrySet().stream()
              .map(network -> network.getKey() + " " + network.getValue())
              .collect(Collectors.joining(", ")));
    }
    return all.stream().allMatch(PlacedContainer::isUp) ? ExitCode.OK : ExitCode.SOMETHING_IS_DOWN;
  }
}

package io.dartagnan.clusters.command;

import io.dartagnan.clusters.hbase.MeshRegistrations;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.ResidentMemory;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.discovery.DiscoveryException;
import io.dartagnan.server.ServerKeys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "status",
    description = {
      "Prints a line per process; exit code 3 when one is down.",
      "TLS is what its clients speak with it; the mesh between the clouds speaks it in any case."
    },
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  private static final String ROW = "%-9s  %8s  %-13s  %8s  %-3s  %s%n";

  @ParentCommand private LocalCommand local;

  @Override
  public Integer call() {
    Optional<Machine> recorded = local.instance().machine();
    if (recorded.isEmpty()) {
      local.instance().progress().say(local.instance().notUp().getMessage());
      return ExitCode.SOMETHING_IS_DOWN;
    }
    Machine machine = recorded.get();
    MeshRegistrations registrations = registrations(machine);
    boolean allUp = true;
    System.out.printf(ROW, "ROLE", "PID", "STATE", "MEMORY", "TLS", "PORTS");
    for (ServerProcess server : machine.servers()) {
      Optional<ProcessHandle> process = machine.process(server);
      String state = state(server, process);
      allUp &= state.equals("up");
      System.out.printf(
          ROW,
          server.role(),
          process.map(handle -> Long.toString(handle.pid())).orElse("-"),
          state,
          process.map(handle -> ResidentMemory.of(handle.pid())).orElse("-"),
          server.encrypted() ? "on" : "off",
          process.isPresent() ? ports(server, registrations) : "-");
    }
    return allUp ? ExitCode.OK : ExitCode.SOMETHING_IS_DOWN;
  }

  private static String state(ServerProcess server, Optional<ProcessHandle> process) {
    if (process.isEmpty()) {
      return "down";
    }
    boolean answers = server.ports().stream().allMatch(Ports::answers);
    return answers ? "up" : "not answering";
  }

  /** Those decided before the start, and those that region servers chose and registered. */
  private static String ports(ServerProcess server, MeshRegistrations registrations) {
    List<String> decided =
        server.ports().stream().map(port -> port.service() + " " + port.number()).toList();
    boolean chosenLater =
        server.role().isCloud()
            && server.ports().stream().noneMatch(port -> port.key().equals(ServerKeys.MESH_PORT));
    if (chosenLater) {
      String chosen = registrations.describe(server.role().party());
      if (!chosen.isEmpty()) {
        return String.join(", ", decided) + ", " + chosen;
      }
    }
    return String.join(", ", decided);
  }

  private static MeshRegistrations registrations(Machine machine) {
    try {
      return machine.isUp(machine.server(Role.REDIS))
          ? MeshRegistrations.read(machine.cloudSite())
          : MeshRegistrations.none();
    } catch (DiscoveryException unreachable) {
      // The line of Redis says that it does not answer.
      return MeshRegistrations.none();
    }
  }
}

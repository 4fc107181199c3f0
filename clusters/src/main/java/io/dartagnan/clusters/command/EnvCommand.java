package io.dartagnan.clusters.command;

import io.dartagnan.clusters.hbase.GatewayServer;
import io.dartagnan.clusters.hbase.ServerJvm;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Shell;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "env",
    description = "Prints export lines with what a program needs to use the clouds.",
    mixinStandardHelpOptions = true)
final class EnvCommand implements Callable<Integer> {
  /** Those that say where a gateway answers, while it is up. */
  private static final Map<Role, String> VARIABLES =
      Map.of(Role.REST, "DARTAGNAN_REST_URL", Role.THRIFT, "DARTAGNAN_THRIFT");

  @ParentCommand private LocalCommand local;

  @Override
  public Integer call() {
    Instance instance = local.instance();
    Machine machine = instance.requireMachine();
    if (machine.running().isEmpty()) {
      throw instance.notUp();
    }
    ClientFolders folders = new ClientFolders(instance.state(), machine);
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DARTAGNAN_CLASSPATH", instance.artefacts().clientClasspath());
    variables.put("DARTAGNAN_JAVA_OPTS", String.join(" ", ServerJvm.OPENS));
    variables.put("DARTAGNAN_STATE", instance.state().path().toString());
    for (Role cloud : Role.CLOUDS) {
      variables.put("DARTAGNAN_CLOUD_" + cloud.party() + "_CONF", folders.bare(cloud).toString());
    }
    variables.put("DARTAGNAN_CONF", folders.safe().toString());
    if (machine.deployment().baseline()) {
      variables.put("DARTAGNAN_BASELINE_CONF", folders.bare(Role.BASELINE).toString());
    }
    machine.running().stream()
        .filter(GatewayServer.class::isInstance)
        .map(server -> ((GatewayServer) server).gateway())
        .forEach(gateway -> variables.put(VARIABLES.get(gateway.role()), gateway.address()));
    variables.forEach((name, value) -> System.out.println(Shell.export(name, value)));
    return ExitCode.OK;
  }
}

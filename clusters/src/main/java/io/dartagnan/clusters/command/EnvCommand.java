package io.dartagnan.clusters.command;

import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.hbase.ClientSite;
import io.dartagnan.clusters.hbase.HBaseServer;
import io.dartagnan.clusters.hbase.LoggingConfiguration;
import io.dartagnan.clusters.hbase.ServerJvm;
import io.dartagnan.clusters.machine.Machine;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "env",
    description = "Prints export lines with what a program needs to use the clouds.",
    mixinStandardHelpOptions = true)
final class EnvCommand implements Callable<Integer> {
  @ParentCommand private LocalCommand local;

  @Override
  public Integer call() {
    Machine machine = local.requireMachine();
    if (machine.running().isEmpty()) {
      throw local.notUp();
    }
    StateFolder state = local.state();
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DARTAGNAN_CLASSPATH", local.artefacts().clientClasspath());
    variables.put("DARTAGNAN_JAVA_OPTS", String.join(" ", ServerJvm.OPENS));
    variables.put("DARTAGNAN_STATE", state.path().toString());
    List<Map<String, String>> clouds = new ArrayList<>();
    for (Role cloud : Role.CLOUDS) {
      clouds.add(site(machine, cloud));
      variables.put(
          "DARTAGNAN_CLOUD_" + cloud.party() + "_CONF",
          write(state.client(cloud.id()), ClientSite.bare(site(machine, cloud))));
    }
    variables.put("DARTAGNAN_CONF", write(state.client("safe"), ClientSite.safe(clouds)));
    if (machine.deployment().baseline()) {
      variables.put(
          "DARTAGNAN_BASELINE_CONF",
          write(state.client("baseline"), ClientSite.bare(site(machine, Role.BASELINE))));
    }
    variables.forEach((name, value) -> System.out.println(Shell.export(name, value)));
    return ExitCode.OK;
  }

  private static Map<String, String> site(Machine machine, Role role) {
    if (machine.server(role) instanceof HBaseServer cluster) {
      return cluster.site();
    }
    throw new IllegalStateException(role + " is no HBase");
  }

  private static String write(Path folder, Map<String, String> site) {
    ConfigurationFile.write(folder.resolve("hbase-site.xml"), site);
    LoggingConfiguration.writeClient(folder);
    return folder.toString();
  }
}

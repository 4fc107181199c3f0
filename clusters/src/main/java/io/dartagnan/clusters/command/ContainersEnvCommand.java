package io.dartagnan.clusters.command;

import io.dartagnan.clusters.containers.ContainerClouds;
import io.dartagnan.clusters.containers.PlacedContainer;
import io.dartagnan.clusters.hbase.ServerJvm;
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
    description =
        "Prints export lines with what a program of this machine needs to use the clouds.",
    mixinStandardHelpOptions = true)
final class ContainersEnvCommand implements Callable<Integer> {
  @ParentCommand private ContainersCommand containers;

  @Override
  public Integer call() {
    ContainerClouds clouds = containers.clouds();
    if (clouds.containers().stream().noneMatch(PlacedContainer::isUp)) {
      throw clouds.notUp();
    }
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DARTAGNAN_CLASSPATH", Program.artefacts().clientClasspath());
    variables.put("DARTAGNAN_JAVA_OPTS", String.join(" ", ServerJvm.OPENS));
    variables.put("DARTAGNAN_STATE", Program.state().toString());
    for (Role cloud : Role.CLOUDS) {
      variables.put(
          "DARTAGNAN_CLOUD_" + cloud.party() + "_CONF",
          clouds.bareConfiguration(cloud.party()).toString());
    }
    variables.put("DARTAGNAN_CONF", clouds.safeConfiguration().toString());
    variables.forEach((name, value) -> System.out.println(Shell.export(name, value)));
    return ExitCode.OK;
  }
}

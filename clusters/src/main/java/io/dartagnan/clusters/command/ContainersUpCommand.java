package io.dartagnan.clusters.command;

import io.dartagnan.clusters.containers.ContainerClouds;
import io.dartagnan.clusters.containers.ContainerSetup;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.terminal.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
    name = "up",
    description = {
      "Makes images, keys and configurations that are missing, starts everything, and returns when",
      "all containers are ready and a client is answered."
    },
    mixinStandardHelpOptions = true)
final class ContainersUpCommand implements Callable<Integer> {
  @ParentCommand private ContainersCommand containers;

  @Option(
      names = "--base",
      paramLabel = "IMAGE",
      defaultValue = "",
      description = {
        "What images are made on: anything with bash and a Java 17. By default one of Debian's",
        "packages, which clusters/images/base makes without a registry."
      })
  private String base;

  @Option(names = "--hdfs", description = "Gives each cloud an HDFS of its own.")
  private boolean hdfs;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "dartagnan",
      description =
          "What containers, networks and volumes are named after; default ${DEFAULT-VALUE}.")
  private String name;

  @Option(
      names = "--subnet",
      paramLabel = "N.N",
      defaultValue = "10.83",
      description = "The first two numbers of all addresses; default ${DEFAULT-VALUE}.")
  private String subnet;

  @Override
  public Integer call() {
    ClientProgram program = new ClientProgram(Program.artefacts());
    containers
        .clouds()
        .up(
            new ContainerSetup(name, subnet, hdfs),
            base,
            new ContainerClouds.CommandLineCalls() {
              @Override
              public List<String> alone() {
                return java(program.alone());
              }

              @Override
              public List<String> on(Path configuration) {
                return java(program.on(configuration));
              }
            });
    return ExitCode.OK;
  }

  private static List<String> java(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(JavaCommand.path()));
    command.addAll(arguments);
    return command;
  }
}

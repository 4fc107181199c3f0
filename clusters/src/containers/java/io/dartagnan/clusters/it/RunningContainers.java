package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The containers of {@code clusters/containers}, in a state folder of their own below target. */
final class RunningContainers implements AutoCloseable {
  /** The first {@code up} makes a base image of Debian's packages. */
  private static final Duration UP = Duration.ofMinutes(30);

  private static final Duration COMMAND = Duration.ofMinutes(10);

  private final Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private final String name;
  private final Path state;
  private final Commands commands;
  private final Thread hook = new Thread(this::wipe, "down");
  private Map<String, String> variables = Map.of();

  private RunningContainers(String name) {
    this.name = name;
    this.state = module.resolve("target").resolve(name);
    this.commands =
        new Commands(
            module.getParent(),
            Map.of("DARTAGNAN_STATE", state.toString(), "DARTAGNAN_BUILD", "never"));
  }

  /**
   * Brings them up; whatever came up is down again if it fails.
   *
   * @param name of the project of compose
   * @param options of {@code clusters/containers up}
   */
  static RunningContainers up(String name, String... options) throws Exception {
    RunningContainers containers = new RunningContainers(name);
    Runtime.getRuntime().addShutdownHook(containers.hook);
    try {
      containers.wipe();
      List<String> up = new ArrayList<>(List.of("up", "--name", name));
      up.addAll(List.of(options));
      System.out.println(containers.commands.require(UP, containers.script(up)).errors());
      containers.variables =
          HBasePrograms.exports(
              containers.commands.require(COMMAND, containers.script(List.of("env"))).output());
      return containers;
    } catch (IOException | InterruptedException | RuntimeException e) {
      containers.close();
      throw e;
    }
  }

  private List<String> script(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(module.resolve("containers").toString()));
    command.addAll(arguments);
    return command;
  }

  Path module() {
    return module;
  }

  Path target() {
    return module.resolve("target");
  }

  /** Programs on them. */
  HBasePrograms programs() {
    return new HBasePrograms(module, commands, variables);
  }

  /** The same with one more variable. */
  HBasePrograms programs(String variable, String value) {
    Map<String, String> more = new TreeMap<>(variables);
    more.put(variable, value);
    return new HBasePrograms(module, commands, more);
  }

  /** Runs {@code clusters/containers}, which may fail. */
  Commands.Ended run(String... arguments) throws Exception {
    return commands.run(COMMAND, script(List.of(arguments)));
  }

  /** Runs the command line with a configuration. */
  Commands.Ended dartagnan(Path configuration, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(module.resolve("dartagnan").toString()));
    command.addAll(List.of(arguments));
    return commands
        .with("DARTAGNAN_CONF", configuration.toString())
        .with("DARTAGNAN_CLI_JVM", HBasePrograms.BRIEF)
        .run(COMMAND, command);
  }

  /** The configuration of the three clouds as one HBase. */
  Path safe() {
    return Path.of(variables.get("DARTAGNAN_CONF"));
  }

  /** Runs {@code docker}, which must succeed. */
  String docker(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return commands.require(COMMAND, command).output();
  }

  /** The container of a service. */
  String container(String service) throws Exception {
    return docker(
            "ps",
            "--all",
            "--quiet",
            "--filter",
            "label=com.docker.compose.project=" + name,
            "--filter",
            "label=com.docker.compose.service=" + service)
        .strip();
  }

  /** Addresses by network, of each service. */
  Map<String, Map<String, String>> addresses() throws Exception {
    Map<String, Map<String, String>> addresses = new TreeMap<>();
    List<String> inspect =
        new ArrayList<>(
            List.of(
                "inspect",
                "--format",
                "{{index .Config.Labels \"com.docker.compose.service\"}}"
                    + "{{range $name, $net := .NetworkSettings.Networks}} {{$name}}={{$net.IPAddress}}{{end}}"));
    inspect.addAll(
        docker("ps", "--quiet", "--filter", "label=com.docker.compose.project=" + name)
            .lines()
            .toList());
    for (String line : docker(inspect.toArray(String[]::new)).lines().toList()) {
      String[] fields = line.strip().split(" ");
      Map<String, String> networks = new TreeMap<>();
      for (int i = 1; i < fields.length; i++) {
        String[] pair = fields[i].split("=", -1);
        networks.put(pair[0].substring(name.length() + 1), pair[1]);
      }
      addresses.put(fields[0], networks);
    }
    assertThat(addresses).isNotEmpty();
    return addresses;
  }

  /** Waits until all containers are ready again. */
  void awaitUp() {
    await("all containers are ready")
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> run("status").exit() == 0);
  }

  @Override
  public void close() {
    wipe();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void wipe() {
    try {
      commands.require(COMMAND, script(List.of("down", "--wipe")));
    } catch (IOException e) {
      throw new IllegalStateException("the containers of " + name + " may still run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

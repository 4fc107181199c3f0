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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** The containers of {@code clusters/containers}, in a state folder of their own below target. */
public final class RunningContainers implements ThreeClouds, AutoCloseable {
  /** The project of compose. */
  static final String NAME = "dartagnan-it";

  /** The first two numbers of all addresses. */
  static final String SUBNET = "10.84";

  /** The first {@code up} makes a base image of Debian's packages. */
  private static final Duration UP = Duration.ofMinutes(30);

  private static final Duration READY = Duration.ofMinutes(5);
  private static final Duration COMMAND = Duration.ofMinutes(10);

  private final Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private final Path state;
  private final Commands commands;
  private final List<String> up;
  private final Thread hook = new Thread(this::wipe, "down");
  private final CloudConnections shared = new CloudConnections(this);
  private Map<String, String> variables = Map.of();

  private RunningContainers(List<String> options) {
    this.state = module.resolve("target").resolve(NAME);
    this.commands =
        new Commands(
            module.getParent(),
            Map.of("DARTAGNAN_STATE", state.toString(), "DARTAGNAN_BUILD", "never"));
    List<String> all = new ArrayList<>(List.of("up", "--name", NAME, "--subnet", SUBNET));
    all.addAll(options);
    this.up = script(all);
  }

  /**
   * Brings them up; whatever came up is down again if it fails.
   *
   * @param options of {@code clusters/containers up}
   */
  static RunningContainers up(List<String> options) throws IOException, InterruptedException {
    RunningContainers containers = new RunningContainers(options);
    Runtime.getRuntime().addShutdownHook(containers.hook);
    try {
      containers.wipe();
      System.out.println(containers.commands.require(UP, containers.up).errors());
      containers.variables =
          HBasePrograms.exports(
              containers.commands.require(COMMAND, containers.script(List.of("env"))).output());
      return containers;
    } catch (IOException | InterruptedException | RuntimeException e) {
      containers.close();
      throw e;
    }
  }

  /** Asks once more for what is up, or was. */
  void upAgain() throws IOException, InterruptedException {
    commands.require(COMMAND, up);
  }

  private List<String> script(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(module.resolve("containers").toString()));
    command.addAll(arguments);
    return command;
  }

  Path module() {
    return module;
  }

  @Override
  public Path target() {
    return module.resolve("target");
  }

  @Override
  public Connection safe(Configuration settings) throws IOException {
    return programs().connect("DARTAGNAN_CONF", settings);
  }

  @Override
  public Connection cloud(int party, Configuration settings) throws IOException {
    return programs().connect("DARTAGNAN_CLOUD_" + party + "_CONF", settings);
  }

  @Override
  public CloudTable cloud(int party, TableName table) throws IOException {
    return new CloudTable(shared.of(party), table);
  }

  @Override
  public ProgramProcess start(List<String> options, Class<?> main, String... arguments)
      throws IOException {
    return programs().start(options, main, arguments);
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
  Commands.Ended run(String... arguments) throws IOException, InterruptedException {
    return commands.run(COMMAND, script(List.of(arguments)));
  }

  /** Runs the command line with a configuration. */
  Commands.Ended dartagnan(Path configuration, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(module.resolve("dartagnan").toString()));
    command.addAll(List.of(arguments));
    return commands
        .with("DARTAGNAN_CONF", configuration.toString())
        .with("DARTAGNAN_CLI_JVM", HBasePrograms.BRIEF)
        .run(COMMAND, command);
  }

  /** Settings of a client of one cloud. */
  Configuration client(int party) {
    return HBasePrograms.configuration(
        Path.of(variables.get("DARTAGNAN_CLOUD_" + party + "_CONF")));
  }

  /** The configuration of the three clouds as one HBase. */
  Path safe() {
    return Path.of(variables.get("DARTAGNAN_CONF"));
  }

  /** Runs {@code docker}, which must succeed. */
  String docker(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return commands.require(COMMAND, command).output();
  }

  /** Runs a script in the project's folder, where programs on these containers would be run. */
  void bash(Map<String, String> more, String script) throws IOException, InterruptedException {
    Commands with = commands;
    for (Map.Entry<String, String> variable : more.entrySet()) {
      with = with.with(variable.getKey(), variable.getValue());
    }
    with.require(COMMAND, List.of("bash", "-euo", "pipefail", "-c", script));
  }

  /** Everything that a service has said. */
  String logs(String service) throws IOException, InterruptedException {
    return docker("logs", container(service));
  }

  private String docker(String command, List<String> containers)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(containers);
    return docker(arguments.toArray(String[]::new));
  }

  /** The containers that have a label, or are in a state, as Docker's filters say it. */
  private List<String> containers(String... filters) throws IOException, InterruptedException {
    List<String> ps = new ArrayList<>(List.of("ps", "--all", "--quiet"));
    ps.addAll(List.of("--filter", "label=com.docker.compose.project=" + NAME));
    for (String filter : filters) {
      ps.addAll(List.of("--filter", filter));
    }
    return docker(ps.toArray(String[]::new)).lines().toList();
  }

  /** The container of a service. */
  String container(String service) throws IOException, InterruptedException {
    List<String> found = containers("label=com.docker.compose.service=" + service);
    assertThat(found).as(service).hasSize(1);
    return found.get(0);
  }

  /** Ends a service as a crash would. */
  public void kill(String service) throws IOException, InterruptedException {
    docker("kill", container(service));
  }

  /** Starts a service that has ended; returns when it is ready. */
  public void start(String service) throws IOException, InterruptedException {
    String container = container(service);
    docker("start", container);
    await(service + " is ready")
        .atMost(READY)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> health(container).equals("healthy"));
  }

  private String health(String container) throws IOException, InterruptedException {
    return docker("inspect", "--format", "{{.State.Health.Status}}", container).strip();
  }

  /** Holds all containers of a cloud. */
  public void pause(int cloud) throws IOException, InterruptedException {
    docker("pause", containers("label=io.dartagnan.cloud=" + cloud));
  }

  /** Lets a cloud that was paused go on. */
  public void resume(int cloud) throws IOException, InterruptedException {
    docker("unpause", containers("label=io.dartagnan.cloud=" + cloud));
  }

  @Override
  public void restore() throws IOException, InterruptedException {
    List<String> paused = containers("status=paused");
    if (!paused.isEmpty()) {
      docker("unpause", paused);
    }
    List<String> ended = containers("status=exited");
    if (!ended.isEmpty()) {
      docker("start", ended);
    }
    awaitUp();
  }

  /** Addresses by network, of each service. */
  Map<String, Map<String, String>> addresses() throws IOException, InterruptedException {
    Map<String, Map<String, String>> addresses = new TreeMap<>();
    List<String> inspect =
        new ArrayList<>(
            List.of(
                "inspect",
                "--format",
                "{{index .Config.Labels \"com.docker.compose.service\"}}"
                    + "{{range $name, $net := .NetworkSettings.Networks}} {{$name}}={{$net.IPAddress}}{{end}}"));
    inspect.addAll(
        docker("ps", "--quiet", "--filter", "label=com.docker.compose.project=" + NAME)
            .lines()
            .toList());
    for (String line : docker(inspect.toArray(String[]::new)).lines().toList()) {
      String[] fields = line.strip().split(" ");
      Map<String, String> networks = new TreeMap<>();
      for (int i = 1; i < fields.length; i++) {
        String[] pair = fields[i].split("=", -1);
        networks.put(pair[0].substring(NAME.length() + 1), pair[1]);
      }
      addresses.put(fields[0], networks);
    }
    assertThat(addresses).isNotEmpty();
    return addresses;
  }

  /** The address of a service in a network. */
  String address(String service, String network) throws IOException, InterruptedException {
    return addresses().get(service).get(network);
  }

  /** Waits until all containers are ready again. */
  void awaitUp() {
    await("all containers are ready")
        .atMost(READY)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> run("status").exit() == 0);
  }

  @Override
  public void close() {
    wipe();
    Runtime.getRuntime().removeShutdownHook(hook);
  }

  private void wipe() {
    shared.close();
    try {
      commands.require(COMMAND, script(List.of("down", "--wipe")));
    } catch (IOException e) {
      throw new IllegalStateException("the containers of " + NAME + " may still run", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

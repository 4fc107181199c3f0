package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.containers.CloudAddresses.ComposeFile;
import io.dartagnan.clusters.containers.CloudAddresses.PlacedService;
import io.dartagnan.clusters.containers.OutsideProgram.Docker;
import io.dartagnan.clusters.files.ProcessOutput;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;

/** Three clouds of containers on this machine, and what programs need to use them. */
public final class ContainerClouds {
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final int POLL_MILLIS = 1_000;
  private static final int SHOWN_LINES = 8;

  /** A server that ends says much after the reason for it. */
  private static final String SEARCHED_LINES = "2000";

  private static final Set<String> FILE_SYSTEM = Set.of("namenode", "datanode");

  private final Path checkout;
  private final Path state;
  private final Progress progress;
  private final ContainerClients clients;

  /**
   * Those of a state folder, whether they are up or not.
   *
   * @param checkout the folder of the parent pom
   */
  public ContainerClouds(Path checkout, Path state, Progress progress) {
    this.checkout = checkout;
    this.state = state;
    this.progress = progress;
    this.clients = new ContainerClients(state.resolve("client"));
  }

  /** Calls of the command line, each of which begins so. */
  public interface CommandLineCalls {

    /** Calls that need no clouds. */
    List<String> alone();

    /** Calls on the clouds of a configuration's folder. */
    List<String> on(Path configuration);
  }

  private Path settings() {
    return state.resolve("compose.env");
  }

  /** The choices of the first {@code up}; empty if there was none. */
  public Optional<ContainerSetup> setup() {
    return ContainerSetup.read(settings());
  }

  private LockFile lock() {
    return LockFile.take(
        state.resolve("lock"),
        Duration.ZERO,
        holder ->
            CommandException.failure(
                "another clusters/containers%s is at work on %s; wait for it, or use another folder through DARTAGNAN_STATE"
                    .formatted(holder, state)));
  }

  private Path composeFile() {
    return checkout.resolve("clusters/compose.yaml");
  }

  private Compose compose(ContainerSetup setup, String version) {
    return Compose.ofThisMachine(composeFile(), setup.variables(version), setup.name());
  }

  /**
   * Brings them up; returns when all of them answer.
   *
   * @param base what images are made on; empty for this project's own
   */
  public void up(ContainerSetup wanted, String base, CommandLineCalls commandLine) {
    Docker docker = Docker.ofThisMachine();
    // Found to be missing before images are made.
    compose(wanted, "none");
    LockFile held = lock();
    try (held) {
      setup().ifPresent(before -> requireSame(before, wanted));
      ContainerImages images = ContainerImages.make(checkout, base, progress);
      Compose compose = compose(wanted, images.version());
      wanted.write(settings(), images.version());
      progress.say("making containers, networks and volumes");
      compose.require("docker compose up", wanted.profiles(), "up", "--no-start");
      List<PlacedService> services =
          ComposeFile.read(composeFile(), wanted.subnet(), wanted.profiles());
      new Provisioner(
              docker,
              wanted,
              images,
              new CloudAddresses(services),
              clients,
              checkout,
              state,
              progress)
          .walk(commandLine.alone());
      progress.say("starting them");
      // HBase gives up where its file system is not there.
      List<String> first =
          services.stream()
              .filter(each -> FILE_SYSTEM.contains(each.role()))
              .map(PlacedService::name)
              .toList();
      if (!first.isEmpty()) {
        start(compose, wanted, first);
        awaitHealth(docker, wanted, first);
      }
      List<String> all = services.stream().map(PlacedService::name).toList();
      start(compose, wanted, all);
      awaitHealth(docker, wanted, all);
      awaitClient(commandLine.on(clients.safe()));
    }
  }

  private void requireSame(ContainerSetup before, ContainerSetup wanted) {
    if (!before.equals(wanted)) {
      throw CommandException.usage(
          "these clouds were made with --name %s --subnet %s%s; give the same, or clusters/containers down --wipe first"
              .formatted(before.name(), before.subnet(), before.hdfs() ? " --hdfs" : ""));
    }
  }

  private static void start(Compose compose, ContainerSetup setup, List<String> services) {
    List<String> arguments = new ArrayList<>(List.of("up", "--detach"));
    arguments.addAll(services);
    compose.require("docker compose up", setup.profiles(), arguments.toArray(String[]::new));
  }

  private void awaitHealth(Docker docker, ContainerSetup setup, List<String> services) {
    Set<String> ready = new HashSet<>();
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      List<PlacedContainer> missing = new ArrayList<>();
      for (PlacedContainer each : PlacedContainer.all(docker, setup.name())) {
        if (!services.contains(each.service())) {
          continue;
        }
        if (each.isUp()) {
          if (ready.add(each.service())) {
            progress.say(each.service() + " is ready");
          }
        } else if (List.of("exited", "dead", "restarting").contains(each.state())) {
          throw ended(docker, each);
        } else {
          missing.add(each);
        }
      }
      if (missing.isEmpty()) {
        return;
      }
      if (System.nanoTime() - deadline >= 0) {
        throw CommandException.failure(
            "%s is not ready after %d s; docker logs %s shows why"
                .formatted(missing.get(0).service(), DEADLINE.toSeconds(), missing.get(0).name()));
      }
      Pause.millis(POLL_MILLIS);
    }
  }

  private CommandException ended(Docker docker, PlacedContainer container) {
    OutsideProgram.Ended logs = docker.run("logs", "--tail", SEARCHED_LINES, container.name());
    ProcessOutput said = new ProcessOutput((logs.out() + logs.errors()).lines().toList());
    said.last(SHOWN_LINES).forEach(line -> progress.say("  " + container.service() + " | " + line));
    return CommandException.failure(
        "%s has ended%s; docker logs %s shows all it said"
            .formatted(
                container.service(),
                said.cause().isEmpty() ? "" : ": " + said.cause(),
                container.name()));
  }

  private void awaitClient(List<String> commandLine) {
    OutsideProgram tables = new OutsideProgram(commandLine, Map.of()).with(List.of("tables"));
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      OutsideProgram.Ended ended = tables.run();
      if (ended.status() == 0) {
        progress.say("a client lists the tables of all three");
        return;
      }
      if (System.nanoTime() - deadline >= 0) {
        throw CommandException.failure(
            "the containers are up, and a client is not answered: " + ended.lastLine());
      }
      Pause.millis(POLL_MILLIS);
    }
  }

  /**
   * Takes them down.
   *
   * @param wipe whether volumes, keys and configurations go too
   */
  public void down(boolean wipe) {
    Optional<ContainerSetup> setup = setup();
    if (setup.isEmpty()) {
      progress.say("nothing is up in " + state);
      return;
    }
    Docker docker = Docker.ofThisMachine();
    LockFile held = lock();
    try (held) {
      for (PlacedContainer each : PlacedContainer.all(docker, setup.get().name())) {
        if (each.state().equals("paused")) {
          docker.require("going on with " + each.name(), "unpause", each.name());
        }
      }
      progress.say("stopping the containers; RegionServers let filters end");
      if (setup.get().hdfs()) {
        stopAboveFileSystem(setup.get());
      }
      List<String> arguments = new ArrayList<>(List.of("down"));
      if (wipe) {
        arguments.add("--volumes");
      }
      compose(setup.get(), "none")
          .requireOfAll("docker compose down", arguments.toArray(String[]::new));
    }
    if (wipe) {
      try {
        PathUtils.delete(state);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot delete " + state, e);
      }
    }
    progress.say(
        wipe ? "down, and everything is deleted" : "down; data, keys and configurations stay");
  }

  /** HBase's servers write what they have when they stop: their file system goes after them. */
  private void stopAboveFileSystem(ContainerSetup setup) {
    List<String> above =
        PlacedContainer.all(Docker.ofThisMachine(), setup.name()).stream()
            .map(PlacedContainer::service)
            .filter(each -> FILE_SYSTEM.stream().noneMatch(role -> each.startsWith(role + "-")))
            .toList();
    // Compose takes no names for all of them.
    if (!above.isEmpty()) {
      List<String> arguments = new ArrayList<>(List.of("stop"));
      arguments.addAll(above);
      compose(setup, "none").requireOfAll("docker compose stop", arguments.toArray(String[]::new));
    }
  }

  /** All containers, in the order of their clouds. */
  public List<PlacedContainer> containers() {
    return setup()
        .map(setup -> PlacedContainer.all(Docker.ofThisMachine(), setup.name()))
        .orElse(List.of());
  }

  /** Memory that a container takes, as Docker says it. */
  public Map<String, String> memory(List<PlacedContainer> of) {
    List<String> running =
        of.stream()
            .filter(each -> each.state().equals("running") || each.state().equals("paused"))
            .map(PlacedContainer::name)
            .toList();
    Map<String, String> memory = new HashMap<>();
    if (!running.isEmpty()) {
      List<String> stats =
          new ArrayList<>(List.of("stats", "--no-stream", "--format", "{{.Name}}|{{.MemUsage}}"));
      stats.addAll(running);
      Docker.ofThisMachine()
          .require("asking for memory", stats)
          .lines()
          .map(line -> line.split("\\|", -1))
          .forEach(fields -> memory.put(fields[0], fields[1].replaceFirst(" / .*", "")));
    }
    return memory;
  }

  /** Configuration with which a program uses the three clouds through the Safe Client. */
  public Path safeConfiguration() {
    return clients.safe();
  }

  /** Configuration with which a program uses one cloud bare. */
  public Path bareConfiguration(int party) {
    return clients.bare(party);
  }

  /** The sentence for an instance of which nothing is up. */
  public CommandException notUp() {
    return CommandException.failure(
        "nothing is up in %s; clusters/containers up brings it up".formatted(state));
  }

  /** Docker's compose, of either generation, on this project's file of it. */
  private static final class Compose {
    private static final List<List<String>> GENERATIONS =
        List.of(List.of("docker", "compose"), List.of("docker-compose"));
    private static final List<String> PROFILES = List.of("hdfs", "gateways");

    private final OutsideProgram program;

    private Compose(OutsideProgram program) {
      this.program = program;
    }

    /**
     * The one of this machine.
     *
     * @param file describes the containers
     * @param variables what the file leaves open
     * @param name of what it makes
     * @throws CommandException saying what to install if there is none
     */
    static Compose ofThisMachine(Path file, Map<String, String> variables, String name) {
      for (List<String> generation : GENERATIONS) {
        if (new OutsideProgram(generation, Map.of()).with(List.of("version")).succeeds()) {
          List<String> command = new ArrayList<>(generation);
          command.addAll(List.of("--file", file.toString(), "--project-name", name));
          return new Compose(new OutsideProgram(command, variables));
        }
      }
      throw CommandException.failure(
          "there is no compose on this machine; install Docker's plugin (docker-compose-plugin), or docker-compose 1.29 (Debian: apt-get install docker-compose)");
    }

    /** Runs a command on the services of a profile, or those that are of none. */
    void require(String what, List<String> profiles, String... arguments) {
      List<String> all = new ArrayList<>();
      for (String profile : profiles) {
        all.addAll(List.of("--profile", profile));
      }
      all.addAll(List.of(arguments));
      program.with(all).require(what);
    }

    /** Runs a command on all services. */
    void requireOfAll(String what, String... arguments) {
      require(what, PROFILES, arguments);
    }
  }
}

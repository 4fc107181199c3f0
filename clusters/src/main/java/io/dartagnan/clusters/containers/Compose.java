package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.terminal.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Docker's compose, of either generation, on this project's file of it. */
final class Compose {
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

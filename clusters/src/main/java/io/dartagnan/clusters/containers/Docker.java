package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.terminal.CommandException;
import java.util.ArrayList;
import java.util.List;

/** Docker's command line, with a daemon that answers. */
final class Docker {
  private static final OutsideProgram DOCKER = new OutsideProgram("docker");

  private Docker() {}

  /**
   * The one of this machine.
   *
   * @throws CommandException saying what is missing
   */
  static Docker ofThisMachine() {
    if (!DOCKER.with(List.of("--version")).succeeds()) {
      throw CommandException.failure(
          "there is no docker on this machine; install it (Debian: apt-get install docker.io)");
    }
    if (!DOCKER.with(List.of("version", "--format", "{{.Server.Version}}")).succeeds()) {
      throw CommandException.failure(
          "no Docker daemon answers; start it, or let this user use it (group docker)");
    }
    return new Docker();
  }

  /** Runs a command that must succeed; returns what it answers. */
  String require(String what, String... arguments) {
    return DOCKER.with(List.of(arguments)).require(what);
  }

  String require(String what, List<String> arguments) {
    return DOCKER.with(arguments).require(what);
  }

  /** Runs a command, wherever it ends. */
  OutsideProgram.Ended run(String... arguments) {
    return DOCKER.with(List.of(arguments)).run();
  }

  /**
   * Runs a script of bash in a container of its own, which has no network and is gone afterwards.
   *
   * @param what it is for, in a sentence
   * @param volume is at {@code /etc/dartagnan}
   * @param script read from the standard input, so that no list of processes shows what is in it
   * @return what it answers
   */
  String script(String what, String image, String volume, String script) {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", "--rm", "--interactive", "--network", "none", "--read-only"));
    arguments.addAll(List.of("--tmpfs", "/tmp", "--cap-drop", "ALL"));
    arguments.addAll(List.of("--volume", volume + ":/etc/dartagnan"));
    arguments.addAll(List.of("--entrypoint", "bash", image, "-s"));
    return DOCKER.with(arguments).require(what, script);
  }
}

package io.dartagnan.clusters.containers;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Program that this one runs to its end, such as {@code docker}. */
final class OutsideProgram {
  /** Longer than images take to be made, or many containers to stop. */
  private static final Duration DEADLINE = Duration.ofMinutes(30);

  private final List<String> command;
  private final Map<String, String> environment;

  /**
   * The end that it came to.
   *
   * @param out what it answered
   * @param errors what it said besides
   */
  record Ended(int status, String out, String errors) {

    /** The last line of what it said, for a sentence. */
    String lastLine() {
      List<String> lines =
          (out + "\n" + errors).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
      return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }
  }

  /**
   * A program, not started.
   *
   * @param environment variables that it gets besides this program's
   */
  OutsideProgram(List<String> command, Map<String, String> environment) {
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
  }

  OutsideProgram(String... command) {
    this(List.of(command), Map.of());
  }

  /** The same with more arguments. */
  OutsideProgram with(List<String> arguments) {
    List<String> longer = new ArrayList<>(command);
    longer.addAll(arguments);
    return new OutsideProgram(longer, environment);
  }

  /** Runs it, wherever it ends; it reads nothing. */
  Ended run() {
    return run("");
  }

  /**
   * Runs it, wherever it ends.
   *
   * @param input what it reads
   */
  Ended run(String input) {
    Path errors = temporary("errors");
    Path out = temporary("out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(errors.toFile());
      if (input.isEmpty()) {
        builder.redirectInput(new File("/dev/null"));
      }
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!input.isEmpty()) {
        write(process, input);
      }
      try {
        if (!process.waitFor(DEADLINE.toMinutes(), TimeUnit.MINUTES)) {
          throw CommandException.failure(
              "%s has not ended within %d minutes, and was ended"
                  .formatted(command.get(0), DEADLINE.toMinutes()));
        }
      } finally {
        process.destroy();
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(errors));
    } catch (IOException e) {
      throw CommandException.failure("cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    } finally {
      delete(errors);
      delete(out);
    }
  }

  /**
   * Writes the program's input; one that does not read all of it says by its end whether it went
   * well.
   */
  private static void write(Process process, String input) {
    try (var to = process.getOutputStream()) {
      to.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException endedBefore) {
      // Its exit code tells.
    }
  }

  private static Path temporary(String what) {
    try {
      // For its owner alone, as all files that are made so.
      return Files.createTempFile("dartagnan", what);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary file", e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }

  /** Runs it, and fails with the last of what it said if it does. */
  String require(String what) {
    return require(what, "");
  }

  /**
   * Runs it, and fails with the last of what it said if it does.
   *
   * @param what it is for, in a sentence
   * @param input what it reads
   */
  String require(String what, String input) {
    Ended ended = run(input);
    if (ended.status() != 0) {
      throw CommandException.failure("%s failed: %s".formatted(what, ended.lastLine()));
    }
    return ended.out();
  }

  /** Whether there is such a program, and it ends well. */
  boolean succeeds() {
    try {
      return run().status() == 0;
    } catch (CommandException notThere) {
      return false;
    }
  }

  /** Docker's command line, with a daemon that answers. */
  static final class Docker {
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
}

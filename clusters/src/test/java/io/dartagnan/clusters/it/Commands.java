package io.dartagnan.clusters.it;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs a command to its end, or ends it at a deadline. */
public final class Commands {

  /** How a command ended and what it said. */
  public record Ended(int exit, String output, String errors) {}

  private final Path folder;
  private final Map<String, String> environment;

  Commands(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /** The same with one more variable in the environment. */
  Commands with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Commands(folder, more);
  }

  /** Starts a command. */
  RunningCommand start(List<String> command) throws IOException {
    return new RunningCommand(folder, environment, command);
  }

  /** Runs a command, wherever it ends. */
  Ended run(Duration deadline, List<String> command) throws IOException, InterruptedException {
    try (RunningCommand running = start(command)) {
      return running.await(deadline);
    }
  }

  /** Runs a command that must succeed. */
  Ended require(Duration deadline, List<String> command) throws IOException, InterruptedException {
    Ended ended = run(deadline, command);
    if (ended.exit() != 0) {
      throw new IOException(
          command + " ended with " + ended.exit() + ": " + ended.output() + ended.errors());
    }
    return ended;
  }
}

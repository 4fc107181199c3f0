package io.dartagnan.clusters.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

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

  /** Runs a command, wherever it ends. */
  Ended run(Duration deadline, List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("dartagnan-it", ".out");
    Path errors = Files.createTempFile("dartagnan-it", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      try {
        if (!process.waitFor(deadline.toSeconds(), TimeUnit.SECONDS)) {
          throw new IOException(
              command + " did not end within " + deadline + ": " + Files.readString(errors));
        }
      } finally {
        process.destroy();
      }
      return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
    } finally {
      delete(output);
      delete(errors);
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

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.dartagnan.clusters.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that runs; what it says goes to files, which are gone when this is closed. */
final class RunningCommand implements AutoCloseable {
  private final List<String> command;
  private final Path output = Files.createTempFile("dartagnan-it", ".out");
  private final Path errors = Files.createTempFile("dartagnan-it", ".err");
  private final Process process;

  RunningCommand(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    this.command = command;
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().putAll(environment);
    this.process = builder.start();
  }

  /** Waits for its end, wherever that is. */
  Commands.Ended await(Duration deadline) throws IOException, InterruptedException {
    if (!process.waitFor(deadline.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException(
          command + " did not end within " + deadline + ": " + Files.readString(errors));
    }
    return new Commands.Ended(
        process.exitValue(), Files.readString(output), Files.readString(errors));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends it what Ctrl-C sends. */
  void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      Files.deleteIfExists(output);
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

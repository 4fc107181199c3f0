package io.dartagnan.clusters.process;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Pid file of one process.
 *
 * <p>A pid alone is not believed: the number may have gone to another process since. The process
 * must also carry the marker, a path of this state folder, on its command line.
 */
public final class PidFile {
  private static final int POLL_MILLIS = 50;

  private final Path file;
  private final String marker;

  public PidFile(Path file, String marker) {
    this.file = file;
    this.marker = marker;
  }

  Path file() {
    return file;
  }

  /** The running process, if it still runs. */
  public Optional<ProcessHandle> find() {
    String content;
    try {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      content = Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    if (!content.matches("[1-9][0-9]{0,17}")) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(content)).filter(this::isOurs);
  }

  private boolean isOurs(ProcessHandle process) {
    // One that has ended but was not yet waited for has no command line any more.
    return process.isAlive()
        && process.info().commandLine().filter(line -> line.contains(marker)).isPresent();
  }

  /** Waits until it has ended; false when it has not after the patience is over. */
  public boolean awaitEnd(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (find().isPresent()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      Pause.millis(POLL_MILLIS);
    }
    return true;
  }

  /** Forgets the pid of a process that has ended. */
  public void delete() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }

  private static final String RECORD_THEN_BECOME =
      "echo $$ > \"$1.new\" && mv -f \"$1.new\" \"$1\" && shift && exec \"$@\"";

  private static final int RECORD_SECONDS = 10;

  /**
   * Starts the process, which outlives this one, and returns once its pid is recorded.
   *
   * <p>The child itself records its pid before it becomes the server, so there is no moment in
   * which a server runs that no pid file knows, however this tool ends. Where there is {@code
   * setsid} it leaves the terminal's session first, so that Ctrl-C does not reach it.
   */
  public void launch(ServerProcess server) {
    delete();
    OwnerOnly.folder(file.getParent());
    List<String> command = new ArrayList<>();
    if (onPath("setsid")) {
      command.add("setsid");
    }
    command.addAll(List.of("sh", "-c", RECORD_THEN_BECOME, "sh", file.toString()));
    command.addAll(server.command());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(server.console().getParent().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(server.console().toFile()));
    try {
      Process process = builder.start();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RECORD_SECONDS);
      while (!Files.exists(file)) {
        if (!process.isAlive() || System.nanoTime() - deadline >= 0) {
          process.destroyForcibly();
          throw CommandException.failure(
              server.role() + " did not start; " + server.console() + " says why");
        }
        Pause.millis(5);
      }
    } catch (IOException e) {
      throw CommandException.failure("cannot start " + server.role() + ": " + e.getMessage(), e);
    }
  }

  private static boolean onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    for (String folder : path.split(File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}

package io.dartagnan.clusters.process;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts a process that outlives this one.
 *
 * <p>The child itself records its pid before it becomes the server, so there is no moment in which
 * a server runs that no pid file knows, however this tool ends. Where there is {@code setsid} it
 * leaves the terminal's session first, so that Ctrl-C does not reach it.
 */
public final class ProcessLauncher {
  private static final String RECORD_THEN_BECOME =
      "echo $$ > \"$1.new\" && mv -f \"$1.new\" \"$1\" && shift && exec \"$@\"";

  private static final int RECORD_SECONDS = 10;

  private ProcessLauncher() {}

  /** Starts it and returns once its pid is recorded. */
  public static void launch(ServerProcess server, PidFile record) {
    record.delete();
    OwnerOnly.folder(record.file().getParent());
    List<String> command = new ArrayList<>();
    if (onPath("setsid")) {
      command.add("setsid");
    }
    command.addAll(List.of("sh", "-c", RECORD_THEN_BECOME, "sh", record.file().toString()));
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
      while (!Files.exists(record.file())) {
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

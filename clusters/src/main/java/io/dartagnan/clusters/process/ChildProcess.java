package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Process that works for this program on its terminal and ends with it.
 *
 * <p>It ignores SIGINT: a Ctrl-C reaches this program alone, which then ends it.
 */
public final class ChildProcess {
  private static final String IGNORE_INTERRUPTS = "trap '' INT; exec \"$@\"";
  private static final int END_SECONDS = 10;

  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  /** Starts a command with the input, output and errors of this program. */
  public static ChildProcess start(List<String> command) {
    List<String> all = new ArrayList<>(List.of("sh", "-c", IGNORE_INTERRUPTS, "sh"));
    all.addAll(command);
    try {
      return new ChildProcess(new ProcessBuilder(all).inheritIO().start());
    } catch (IOException e) {
      throw CommandException.failure("cannot start " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  /** Waits for its end; returns its exit code, 128 and the signal's number if one ended it. */
  public int await() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    }
  }

  /** Ends it: with SIGTERM, and with SIGKILL where that does not help. */
  public void end() {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}

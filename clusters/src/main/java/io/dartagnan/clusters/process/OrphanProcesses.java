package io.dartagnan.clusters.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Processes that carry a mark in their environment, which everything inherits that a marked program
 * starts: so those are found whose starter was killed. Where there is no {@code /proc}, none are.
 */
public final class OrphanProcesses {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int POLL_MILLIS = 100;

  private final String mark;
  private final Duration patience;

  /**
   * @param variable the environment variable
   * @param value its value in the processes meant
   */
  public OrphanProcesses(String variable, String value) {
    this(variable, value, PATIENCE);
  }

  /** Processes that have less or more time to end after SIGTERM. */
  OrphanProcesses(String variable, String value, Duration patience) {
    this.mark = "\0" + variable + "=" + value + "\0";
    this.patience = patience;
  }

  /** Those that run now, this process aside. */
  public List<ProcessHandle> find() {
    ProcessHandle self = ProcessHandle.current();
    return ProcessHandle.allProcesses()
        .filter(each -> !each.equals(self))
        .filter(this::isMarked)
        .toList();
  }

  private boolean isMarked(ProcessHandle process) {
    try {
      byte[] environment =
          Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
      return ("\0" + new String(environment, StandardCharsets.UTF_8)).contains(mark);
    } catch (IOException endedOrOfAnotherUser) {
      return false;
    }
  }

  /** Ends them all: with SIGTERM, and after a few seconds with SIGKILL. */
  public void end() {
    find().forEach(ProcessHandle::destroy);
    if (!awaitNone()) {
      find().forEach(ProcessHandle::destroyForcibly);
      awaitNone();
    }
  }

  private boolean awaitNone() {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!find().isEmpty()) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      Pause.millis(POLL_MILLIS);
    }
    return true;
  }
}

package io.dartagnan.clusters.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** The exit codes of processes, each waited for until a deadline. */
public final class ExitCodes {
  private static final long DEADLINE_SECONDS = 30;

  private ExitCodes() {}

  /** The exit code of a process, 128 and the signal's number if one ended it. */
  public static int of(Process process) throws InterruptedException {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .as("%s ended within %d s", process.info().commandLine(), DEADLINE_SECONDS)
        .isTrue();
    return process.exitValue();
  }
}

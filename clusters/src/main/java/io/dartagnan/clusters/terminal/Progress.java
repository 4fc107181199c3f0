package io.dartagnan.clusters.terminal;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Lines for whoever waits, each with the time since the command began. */
public final class Progress {
  private final PrintStream out;
  private final long start = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  /** To standard error: standard output is for answers. */
  public static Progress onStandardError() {
    return new Progress(System.err);
  }

  public synchronized void say(String what) {
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds, what);
  }
}

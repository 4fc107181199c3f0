package io.dartagnan.clusters.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Progress lines for whoever waits, each with the time since the command began. */
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

  /** To nobody. */
  public static Progress silent() {
    return new Progress(new PrintStream(OutputStream.nullOutputStream()));
  }

  public synchronized void say(String what) {
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    out.printf(Locale.ROOT, "[%5.1f s] %s%n", seconds, what);
  }
}

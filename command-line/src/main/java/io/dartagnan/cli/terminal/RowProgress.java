package io.dartagnan.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Progress of work on rows whose number nobody knows before its end: a line every few seconds. */
public final class RowProgress {

  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);

  private final String done;
  private final PrintWriter lines;
  private final long start = System.nanoTime();
  private long lastLine = start;
  private long rows;

  /**
   * Progress that begins now.
   *
   * @param done what was done with a row, such as {@code exported}
   * @param lines where it is shown; null for nowhere
   */
  public RowProgress(String done, PrintWriter lines) {
    this.done = done;
    this.lines = lines;
  }

  /** Adds rows that are done now. */
  public void add(long more) {
    rows += more;
    if (System.nanoTime() - lastLine >= BETWEEN_LINES.toNanos()) {
      lastLine = System.nanoTime();
      print();
    }
  }

  /** Shows the sum. */
  public void end() {
    print();
  }

  private void print() {
    if (lines != null) {
      long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      lines.println(
          String.format(
              Locale.ROOT,
              "%s %,d rows in %,.1f s, %,d rows/s",
              done,
              rows,
              millis / 1000.0,
              rows * 1000 / millis));
    }
  }
}

package io.dartagnan.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a load on standard error: a bar with rows per second and the time left, or,
 * where there is no terminal, a line per tenth.
 */
public final class LoadProgress implements AutoCloseable {

  private static final int TENTHS = 10;

  private final String done;
  private final long rows;
  private final ProgressBar bar;
  private final PrintWriter lines;
  private final long start = System.nanoTime();
  private long count;

  private LoadProgress(String done, long rows, ProgressBar bar, PrintWriter lines) {
    this.done = done;
    this.rows = rows;
    this.bar = bar;
    this.lines = lines;
  }

  /**
   * The progress of a load of this many rows, shown as the terminal allows.
   *
   * @param err where lines go, if there is no terminal
   */
  public static LoadProgress of(long rows, PrintWriter err) {
    return of("loading", "loaded", rows, err);
  }

  /**
   * The progress of other work on this many rows.
   *
   * @param doing the work, such as {@code comparing}
   * @param done what a row then is, such as {@code compared}
   */
  public static LoadProgress of(String doing, String done, long rows, PrintWriter err) {
    return System.console() == null
        ? new LoadProgress(done, rows, null, err)
        : bar(doing, done, rows);
  }

  /** A progress that prints one line per tenth. */
  static LoadProgress lines(long rows, PrintWriter out) {
    return new LoadProgress("loaded", rows, null, out);
  }

  private static LoadProgress bar(String doing, String done, long rows) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(doing)
            .setInitialMax(rows)
            .setUnit(" rows", 1)
            .showSpeed()
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .build();
    return new LoadProgress(done, rows, bar, null);
  }

  /** Adds rows that are stored now. */
  public void add(long more) {
    long before = count;
    count += more;
    if (bar != null) {
      bar.stepBy(more);
    } else if (count * TENTHS / rows > before * TENTHS / rows) {
      double seconds = Math.max(1, elapsedMillis()) / 1000.0;
      lines.printf(
          Locale.ROOT,
          "%s %,d of %,d rows, %,.0f rows/s, %,.0f s left%n",
          done,
          count,
          rows,
          count / seconds,
          Math.max(0, rows - count) * seconds / count);
      lines.flush();
    }
  }

  /** The time since the start. */
  public long elapsedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}

package io.dartagnan.cli.terminal;

import java.io.PrintStream;
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

  private final long rows;
  private final ProgressBar bar;
  private final PrintStream lines;
  private final long start = System.nanoTime();
  private long done;

  private LoadProgress(long rows, ProgressBar bar, PrintStream lines) {
    this.rows = rows;
    this.bar = bar;
    this.lines = lines;
  }

  /** The progress of a load of this many rows, shown as the terminal allows. */
  public static LoadProgress of(long rows) {
    return System.console() == null ? lines(rows, System.err) : bar(rows);
  }

  /** A progress that prints one line per tenth. */
  static LoadProgress lines(long rows, PrintStream out) {
    return new LoadProgress(rows, null, out);
  }

  private static LoadProgress bar(long rows) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("loading")
            .setInitialMax(rows)
            .setUnit(" rows", 1)
            .showSpeed()
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .build();
    return new LoadProgress(rows, bar, null);
  }

  /** Adds rows that are stored now. */
  public void add(long more) {
    long before = done;
    done += more;
    if (bar != null) {
      bar.stepBy(more);
    } else if (done * TENTHS / rows > before * TENTHS / rows) {
      double seconds = Math.max(1, elapsedMillis()) / 1000.0;
      lines.printf(
          Locale.ROOT,
          "loaded %,d of %,d rows, %,.0f rows/s, %,.0f s left%n",
          done,
          rows,
          done / seconds,
          (rows - done) * seconds / done);
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

package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Lines that say what is done, how many points are left, and about how long they take. */
final class Progress {
  /** The time that a point takes beside its seconds, until some have been measured. */
  private static final double EXTRA_SECONDS = 0.7;

  private static final double SECONDS_PER_DISTANCE = 60;
  private static final double NANOS = 1e9;

  private final PrintWriter to;
  private final SittingSettings settings;
  private final int all;
  private final List<Point> left;
  private double measuredSeconds;
  private double expectedSeconds;
  private int done;
  private long last = System.nanoTime();

  /**
   * @param all points of the sitting
   * @param left that are to be measured now, in their order
   */
  Progress(PrintWriter to, SittingSettings settings, int all, List<Point> left) {
    this.to = to;
    this.settings = settings;
    this.all = all;
    this.left = List.copyOf(left);
  }

  /** Begins to measure a distance, once its clouds are up. */
  void begin() {
    last = System.nanoTime();
    announceNext();
  }

  /** Says what is done besides measuring. */
  void say(String text) {
    line(text);
  }

  /** Counts the next point as measured. */
  void measured() {
    long now = System.nanoTime();
    measuredSeconds += (now - last) / NANOS;
    expectedSeconds += expected(left.get(done));
    last = now;
    done++;
    announceNext();
  }

  private void announceNext() {
    if (done < left.size()) {
      line(left.get(done).sentence());
    }
  }

  private void line(String text) {
    to.printf(
        Locale.ROOT,
        "[%d of %d, %s left] %s%n",
        all - left.size() + done,
        all,
        time(secondsLeft()),
        text);
    to.flush();
  }

  /** About how long the rest takes, by what points have taken so far. */
  double secondsLeft() {
    List<Point> rest = left.subList(done, left.size());
    double expected = rest.stream().mapToDouble(this::expected).sum();
    double factor = done < 3 ? 1 : measuredSeconds / expectedSeconds;
    int current = done == 0 || done == left.size() ? -1 : left.get(done - 1).delayMs();
    long distances =
        rest.stream().mapToInt(Point::delayMs).distinct().filter(each -> each != current).count();
    return expected * factor + distances * SECONDS_PER_DISTANCE;
  }

  private double expected(Point point) {
    return settings.secondsOf(point) + settings.warmUpSecondsOf(point) + EXTRA_SECONDS;
  }

  /** A time in the unit that fits it. */
  static String time(double seconds) {
    if (seconds < 90) {
      return String.format(Locale.ROOT, "about %.0f s", seconds);
    }
    double minutes = seconds / 60;
    return minutes < 90
        ? String.format(Locale.ROOT, "about %.0f min", minutes)
        : String.format(Locale.ROOT, "about %.1f h", minutes / 60);
  }
}

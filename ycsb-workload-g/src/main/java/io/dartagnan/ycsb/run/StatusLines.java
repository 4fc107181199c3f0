package io.dartagnan.ycsb.run;

import io.dartagnan.ycsb.workload.Outcome;
import java.io.PrintWriter;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import site.ycsb.measurements.Measurements;

/** Lines on the progress of a run, in the manner of YCSB's {@code -s}. It is for one thread. */
final class StatusLines {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss:SSS");
  private static final double NANOS = 1e9;

  private final RunSettings settings;
  private final Outcome outcome;
  private final LongSupplier done;
  private final Supplier<Measurements> measurements;
  private final PrintWriter to;
  private final long began = System.nanoTime();
  private long last = began;
  private long doneBefore;

  /**
   * @param done counts operations, or rows while loading
   */
  StatusLines(
      RunSettings settings,
      Outcome outcome,
      LongSupplier done,
      Supplier<Measurements> measurements,
      PrintWriter to) {
    this.settings = settings;
    this.outcome = outcome;
    this.done = done;
    this.measurements = measurements;
    this.to = to;
  }

  /** Prints a line if one is due. */
  void tick() {
    long now = System.nanoTime();
    double since = (now - last) / NANOS;
    if (!settings.status() || since < settings.statusSeconds()) {
      return;
    }
    long total = done.getAsLong();
    to.printf(
        "%s%s %.0f sec: %d operations; %.1f current ops/sec; %d errors; %s%n",
        settings.label(),
        LocalDateTime.now().format(TIME),
        (now - began) / NANOS,
        total,
        (total - doneBefore) / since,
        outcome.errors(),
        measurements.get() == null ? "warming up" : measurements.get().getSummary());
    to.flush();
    last = now;
    doneBefore = total;
  }
}

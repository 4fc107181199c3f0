package io.dartagnan.ycsb.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;

/**
 * Result of one load or run, as a report reads it: one line of JSON.
 *
 * @param phase {@code load} or {@code run}
 * @param workload the name of the last properties file, such as {@code workloadg}
 * @param system {@code plain}, {@code plain3}, {@code safe} or {@code safe1}
 * @param scheme that protects the table, several with a plus between them; {@code plain} without
 *     any
 * @param suite of protocols, {@code plain} without any
 * @param table its name
 * @param rows that were loaded, or are to be
 * @param clients threads
 * @param seed of the table's contents
 * @param begun when measuring began, in milliseconds since 1970
 * @param seconds that were measured
 * @param operations that succeeded within them; rows, for a load
 * @param opsPerSecond operations by seconds
 * @param errors operations that failed
 * @param verified answers that were compared with what they should be
 * @param wrong answers that were not
 * @param interrupted whether somebody ended it
 * @param all latencies of all operations
 * @param latencies by measurement, such as {@code FILTER-EQUAL}
 * @param properties with which it ran
 */
public record RunResult(
    String phase,
    String workload,
    String system,
    String scheme,
    String suite,
    String table,
    long rows,
    int clients,
    long seed,
    long begun,
    double seconds,
    long operations,
    double opsPerSecond,
    long errors,
    long verified,
    long wrong,
    boolean interrupted,
    Latency all,
    Map<String, Latency> latencies,
    Map<String, String> properties) {

  /** One line of JSON, without its end. */
  public String toJson() {
    return JsonLine.of(this);
  }

  /**
   * The result that a line of JSON holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static RunResult fromJson(String line) {
    return JsonLine.read(line, RunResult.class, "a result of ycsb");
  }

  /** Appends the line to a file, which is made if need be. */
  public void appendTo(Path file) throws IOException {
    Files.writeString(
        file,
        toJson() + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** The fields that a terminal shows, from the system to the errors. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "workload=%s system=%s suite=%s scheme=%s rows=%d clients=%d ops_s=%.3f mean_ms=%.3f p95_ms=%.3f p99_ms=%.3f errors=%d",
        workload,
        system,
        suite,
        scheme,
        rows,
        clients,
        opsPerSecond,
        all.meanMs(),
        all.p95Ms(),
        all.p99Ms(),
        errors);
  }

  /**
   * Latencies of one kind of operation, from an HdrHistogram with three significant digits.
   *
   * @param operations that were measured
   * @param meanMs in milliseconds, as all others
   * @param p95Ms no greater than in 95 of 100 operations
   * @param p99Ms likewise
   */
  public record Latency(
      long operations, double meanMs, double minMs, double maxMs, double p95Ms, double p99Ms) {
    private static final double MICROSECONDS = 1_000.0;

    /** The latencies when nothing was measured. */
    static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0);

    /** The latencies that YCSB exports. */
    static Latency of(Map<String, Number> values) {
      return new Latency(
          values.getOrDefault("Operations", 0).longValue(),
          millis(values, "AverageLatency(us)"),
          millis(values, "MinLatency(us)"),
          millis(values, "MaxLatency(us)"),
          millis(values, "95thPercentileLatency(us)"),
          millis(values, "99thPercentileLatency(us)"));
    }

    private static double millis(Map<String, Number> values, String name) {
      return values.getOrDefault(name, 0).doubleValue() / MICROSECONDS;
    }
  }
}

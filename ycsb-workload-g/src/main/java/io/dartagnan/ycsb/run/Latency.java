package io.dartagnan.ycsb.run;

import java.util.Map;

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

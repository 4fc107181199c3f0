package io.dartagnan.ycsb.report;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.Measurement.Traffic;
import io.dartagnan.ycsb.run.RunResult;
import io.dartagnan.ycsb.run.RunResult.Latency;
import java.util.List;
import java.util.Map;

/** Measurements for tests. */
public final class Measured {
  private Measured() {}

  /** A measurement of which everything went well. */
  public static Measurement sound(Point point, double opsPerSecond) {
    return new Measurement(point, result(point, opsPerSecond, 0, 0), null, 1.5, traffic(point));
  }

  /** A measurement of which an answer was wrong. */
  public static Measurement wrong(Point point) {
    return new Measurement(
        point, result(point, 10, 0, 1), "an answer was wrong; the first: row 7", 1.5, null);
  }

  /** A measurement that could not begin. */
  public static Measurement failed(Point point) {
    return new Measurement(point, null, "cloud 1 does not answer", 1.5, null);
  }

  private static Traffic traffic(Point point) {
    return point.figure() == Figure.NETWORK
        ? new Traffic(List.of(1.0, 2.0, 150.0), List.of(0.5, 1.5), List.of(0.2, 0.9, 1.0))
        : null;
  }

  private static RunResult result(Point point, double opsPerSecond, long errors, long wrong) {
    Latency latency = new Latency(20, 1_000 * point.clients() / opsPerSecond, 0.5, 90, 30.25, 88.5);
    return new RunResult(
        "run",
        point.workload(),
        point.system(),
        point.system().equals("safe") ? "additive" : "plain",
        point.system().equals("safe") ? "araki" : "plain",
        point.table(),
        point.rows(),
        point.clients(),
        1,
        1_700_000_000_000L,
        2,
        20,
        opsPerSecond,
        errors,
        20,
        wrong,
        false,
        latency,
        Map.of("READ", latency),
        Map.of("system", point.system()));
  }
}

package io.dartagnan.ycsb.report.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.run.JsonLine;
import io.dartagnan.ycsb.run.RunResult;
import java.util.List;
import java.util.Locale;

/**
 * A point that was measured, or that failed: one line of {@code results.jsonl}.
 *
 * @param point what was measured
 * @param result null if it could not begin
 * @param complaint one sentence on what went wrong, null if nothing did
 * @param machineLoad processes that ran or waited when it began, averaged over a minute
 * @param traffic null where it is not sampled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Measurement(
    Point point, RunResult result, String complaint, double machineLoad, Traffic traffic) {

  /** One line of JSON, without its end. */
  public String toJson() {
    return JsonLine.of(this);
  }

  /**
   * The measurement that a line of JSON holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static Measurement fromJson(String line) {
    Measurement measurement = JsonLine.read(line, Measurement.class, "a measurement of a report");
    if (measurement.point() == null) {
      throw new IllegalArgumentException("not a measurement of a report: it has no point");
    }
    return measurement;
  }

  /** Whether everything went well. */
  @JsonIgnore
  public boolean isSound() {
    return complaint == null && result != null && result.wrong() == 0 && result.errors() == 0;
  }

  /** Whether an answer was wrong. */
  @JsonIgnore
  public boolean isWrong() {
    return result != null && result.wrong() > 0;
  }

  /** The sentence on what went wrong, with the point; to be asked if it is not sound. */
  @JsonIgnore
  public String failure() {
    return point.sentence() + ": " + (complaint == null ? "an operation failed" : complaint);
  }

  /** The fields that a terminal shows. */
  @JsonIgnore
  public String summary() {
    return String.format(
        Locale.ROOT,
        "figure=%s %s delay_ms=%d repetition=%d",
        point.figure().id(),
        result.summary(),
        point.delayMs(),
        point.repetition());
  }

  /**
   * Samples of network and processors while a point was measured.
   *
   * @param loopback megabytes per second over the loopback interface, which carries all there is
   *     between client, clusters and clouds on one machine, in equal intervals
   * @param mesh megabytes per second of payload that the three clouds sent to each other, in equal
   *     intervals, longer ones; empty where no clouds are asked
   * @param processors busy share of all processors, 0 to 1, in the intervals of {@code loopback}
   */
  public record Traffic(List<Double> loopback, List<Double> mesh, List<Double> processors) {
    public Traffic {
      loopback = List.copyOf(loopback);
      mesh = List.copyOf(mesh);
      processors = List.copyOf(processors);
    }
  }
}

package io.dartagnan.ycsb.report.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.run.RunResult;
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

  private static final ObjectMapper JSON = new ObjectMapper();

  /** One line of JSON, without its end. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The measurement that a line of JSON holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static Measurement fromJson(String line) {
    try {
      Measurement measurement = JSON.readValue(line, Measurement.class);
      if (measurement.point() == null) {
        throw new IllegalArgumentException("not a measurement of a report: it has no point");
      }
      return measurement;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "not a measurement of a report: " + e.getOriginalMessage(), e);
    }
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

  /** What went wrong, with the point; to be asked if it is not sound. */
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
}

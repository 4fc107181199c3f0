package io.dartagnan.ycsb.report.result;

import io.dartagnan.ycsb.report.plan.Point;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurements of a sitting, a line each, in the order of measuring. Nothing is ever removed: a
 * point that failed and was measured again has two lines.
 */
public final class ResultFile {
  private final Path file;

  public ResultFile(Path file) {
    this.file = file;
  }

  /** Appends a measurement. */
  public void append(Measurement measurement) throws IOException {
    Files.writeString(
        file,
        measurement.toJson() + "\n",
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /**
   * All measurements so far. A last line without an end, which a writer left that was killed, is
   * cut off the file.
   *
   * @throws IllegalArgumentException if another line is not a measurement
   */
  public List<Measurement> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end), StandardCharsets.UTF_8);
    }
    List<Measurement> measurements = new ArrayList<>();
    List<String> lines = text.substring(0, end).lines().toList();
    for (int line = 0; line < lines.size(); line++) {
      try {
        measurements.add(Measurement.fromJson(lines.get(line)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "line %d of %s is %s".formatted(line + 1, file, e.getMessage()), e);
      }
    }
    return measurements;
  }

  /** The last measurement of each point that did not fail. */
  public static Map<Point, Measurement> sound(List<Measurement> measurements) {
    Map<Point, Measurement> sound = new LinkedHashMap<>();
    for (Measurement measurement : measurements) {
      if (measurement.isSound()) {
        sound.put(measurement.point(), measurement);
      }
    }
    return sound;
  }

  /**
   * What spoils a sitting: every wrong answer, also of a point that was right when it was measured
   * again, and every other failure of a point that has not been measured since.
   */
  public static List<Measurement> failures(List<Measurement> measurements) {
    Map<Point, Measurement> sound = sound(measurements);
    return measurements.stream()
        .filter(each -> !each.isSound() && (each.isWrong() || !sound.containsKey(each.point())))
        .toList();
  }
}

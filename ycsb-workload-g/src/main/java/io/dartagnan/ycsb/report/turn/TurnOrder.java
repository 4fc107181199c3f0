package io.dartagnan.ycsb.report.turn;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Order to the process that measures, as a file of JSON.
 *
 * @param home the module's folder
 * @param results the file to which each measurement is appended
 * @param points in the order of measuring
 */
public record TurnOrder(String home, String results, SittingSettings settings, List<Point> points) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes it to a file. */
  public void writeTo(Path file) throws IOException {
    JSON.writeValue(file.toFile(), this);
  }

  /** The order that a file holds. */
  static TurnOrder readFrom(Path file) throws IOException {
    return JSON.readValue(file.toFile(), TurnOrder.class);
  }
}

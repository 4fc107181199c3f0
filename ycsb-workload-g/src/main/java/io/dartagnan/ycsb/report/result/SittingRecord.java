package io.dartagnan.ycsb.report.result;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Circumstances of a sitting, kept beside its results: whoever continues it needs the same.
 *
 * @param begun date and time at which it began, ISO 8601
 * @param command that began it
 */
public record SittingRecord(
    String begun, String command, SittingSettings settings, Machine machine) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The record of a file, which is written if it is not there.
   *
   * @throws IllegalArgumentException if a sitting of other settings, or of another build or
   *     machine, was begun there
   */
  public static SittingRecord begunOrContinued(Path file, SittingRecord now) throws IOException {
    if (!Files.exists(file)) {
      JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), now);
      return now;
    }
    SittingRecord begun = JSON.readValue(file.toFile(), SittingRecord.class);
    List<String> differences = new ArrayList<>();
    if (!begun.settings().equals(now.settings())) {
      differences.add(
          "its settings were %s, and are %s".formatted(begun.settings(), now.settings()));
    }
    if (!begun.machine().equals(now.machine())) {
      differences.add("it was on %s, and this is %s".formatted(begun.machine(), now.machine()));
    }
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has a sitting that was begun with '%s' and cannot be continued: %s; name another folder with --out, or remove that one"
              .formatted(file.getParent(), begun.command(), String.join("; ", differences)));
    }
    return begun;
  }
}

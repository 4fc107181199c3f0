package io.dartagnan.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Small files for tests. */
final class Csv {

  static final String THREE_ROWS =
      """
      Id,Name,Fee,Count
      b,Ann,10.50,3
      a,,7.5,-12
      c,Bob,,900
      """;

  private Csv() {}

  static Path write(Path folder, String text) {
    try {
      return Files.writeString(folder.resolve("file.csv"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CsvTable table(Path folder, String text) {
    return CsvReader.read(write(folder, text));
  }

  static ImportPlan plan(Path folder, String text) {
    CsvTable table = table(folder, text);
    return new ImportPlan(table, SchemaInference.of(table, null, Map.of()));
  }

  static ImportPlan plan(Path folder, String text, String... declarations) {
    CsvTable table = table(folder, text);
    Map<String, ColumnFormat> overrides = SchemaOverrides.read(table, List.of(declarations), null);
    return new ImportPlan(table, SchemaInference.of(table, null, overrides));
  }
}

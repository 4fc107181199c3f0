package io.dartagnan.cli.load;

import io.dartagnan.cli.csv.ColumnProfile;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.csv.NumericReading;
import io.dartagnan.cli.load.ImportSchema.Declared;
import io.dartagnan.cli.terminal.ShellWord;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.cli.terminal.TextTable.Column;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.SealedProtection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Shows the schema that was chosen for a file, and the options that change it. */
public final class SchemaReport {

  private static final int LONGEST_NAME = 30;
  private static final int LONGEST_VALUE = 40;

  private SchemaReport() {}

  /** The schema as a table for reading. */
  public static String table(ImportSchema schema) {
    List<Column> columns =
        List.of(
            Column.whole("column"),
            Column.number("distinct"),
            Column.number("empty"),
            Column.number("longest"),
            Column.text("first value"),
            Column.whole("declared"),
            Column.whole("because"));
    List<List<String>> rows = new ArrayList<>();
    for (Declared column : schema.columns()) {
      ColumnProfile seen = column.profile();
      rows.add(
          List.of(
              shortened(column.name(), LONGEST_NAME),
              Integer.toString(seen.distinct()),
              Integer.toString(seen.empty()),
              seen.longest() + " B",
              seen.example(),
              column.format().toString(),
              column.reason()));
    }
    Declared first = schema.columns().get(0);
    return """
        %s%s
        Row key: %s (%s).
        Protocol suite: %s%s.%s
        %s
        To declare a column otherwise: --column %s, or =plain to leave it unprotected;
        all of them at once: 'import FILE.csv --print-schema > my.schema', edit, then --schema my.schema;
        another row key: --key COLUMN."""
        .formatted(
            new TextTable(columns, rows).render(TextTable.WIDTH, List.of()).text(),
            notes(schema).stream().map(note -> "\n" + note).collect(Collectors.joining()),
            schema.keyColumn(),
            schema.keyReason(),
            schema.suite(),
            schema.protection().suite().isEmpty()
                ? " (the default for these columns; another one: --suite NAME)"
                : "",
            needsAllClouds(schema)
                ? "\nReads need all three clouds, since one of them may lie: for reads with two, --tags or --suite "
                    + ProtocolSuites.DEFAULT
                    + "."
                : "",
            unprotected(schema),
            ShellWord.quoted(first.name() + "=" + first.format()));
  }

  private static String unprotected(ImportSchema schema) {
    return schema
        .protection()
        .rowKeys()
        .map(
            scheme ->
                "Row keys are %s: %s.%nColumn names and which fields are empty are not protected: every cloud sees them."
                    .formatted(scheme, scheme.leakage().orElse("")))
        .orElse(
            "Row keys, column names and which fields are empty are not protected: every cloud sees them.");
  }

  private static boolean needsAllClouds(ImportSchema schema) {
    return InstalledSuites.withstandsLies(schema.suite()) && !schema.protection().tagged();
  }

  /**
   * Sentences on columns: the value that keeps one from being numeric, the one that will be shown
   * in another spelling, and what clouds learn of values that are encrypted.
   */
  private static List<String> notes(ImportSchema schema) {
    List<String> notes = new ArrayList<>();
    for (Declared column : schema.columns()) {
      NumericReading numbers = column.profile().numbers();
      if (column.isInferred() && numbers.isSpoilt()) {
        NumericReading.Obstacle obstacle = numbers.obstacle().orElseThrow();
        notes.add(
            "%s is text because of '%s' in line %d, which %s%s."
                .formatted(
                    shortened(column.name(), LONGEST_NAME),
                    shortened(obstacle.value(), LONGEST_VALUE),
                    obstacle.line(),
                    obstacle.reason(),
                    obstacle.remedy().isEmpty() ? "" : "; to have numbers, " + obstacle.remedy()));
      } else if (column.format().isNumeric() && numbers.rewritten().isPresent()) {
        NumericReading.Rewritten rewritten = numbers.rewritten().orElseThrow();
        notes.add(
            "%s is a number: '%s' in line %d will be shown as %s."
                .formatted(
                    shortened(column.name(), LONGEST_NAME),
                    shortened(rewritten.value(), LONGEST_VALUE),
                    rewritten.line(),
                    column.format().decode(column.format().encode(rewritten.value()))));
      }
      if (column.format().protection() instanceof SealedProtection sealed) {
        sealed
            .encryption()
            .leakage()
            .ifPresent(
                leakage ->
                    notes.add(
                        "%s is %s: %s; 'std' tells them nothing, nor do 'replicated' and 'xor' on three clouds."
                            .formatted(
                                shortened(column.name(), LONGEST_NAME), sealed.scheme(), leakage)));
      }
    }
    return notes;
  }

  private static String shortened(String text, int longest) {
    String printable = TextTable.printable(text);
    return printable.length() <= longest ? printable : printable.substring(0, longest - 1) + "…";
  }

  /** The schema as a file that {@code --schema} reads. */
  static String file(CsvTable file, ImportSchema schema) {
    StringBuilder lines = new StringBuilder();
    lines.append("# schema of ").append(file.file()).append('\n');
    lines.append(
        "# schemes: additive, xor, replicated; encrypted: std, det, ope, search; or: plain\n");
    lines.append("# types: int64, decimal(digits), string(max bytes), bytes(max)\n");
    lines.append("# the row key is '").append(schema.keyColumn()).append("'; --key changes it\n");
    lines.append(
        schema
            .protection()
            .suite()
            .map(
                "# this file does not keep the protocol suite: pass --suite %s with it\n"
                    ::formatted)
            .orElse(
                "# the protocol suite is %s, the default; to have another, pass --suite NAME with this file\n"
                    .formatted(schema.suite())));
    notes(schema).forEach(note -> lines.append("# ").append(note).append('\n'));
    for (Declared column : schema.columns()) {
      lines.append(column.name()).append(" = ").append(column.format()).append('\n');
    }
    return lines.toString();
  }
}

package io.dartagnan.cli;

import io.dartagnan.cli.ImportSchema.Declared;
import io.dartagnan.cli.TextTable.Column;
import java.util.ArrayList;
import java.util.List;

/** Shows which schema was chosen for a file, and how to choose otherwise. */
final class SchemaReport {

  private static final int LONGEST_NAME = 30;

  private SchemaReport() {}

  /** The schema as a table for reading. */
  static String table(ImportSchema schema) {
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
              shortened(column.name()),
              Integer.toString(seen.distinct()),
              Integer.toString(seen.empty()),
              seen.longest() + " B",
              seen.example(),
              column.format().toString(),
              column.reason()));
    }
    Declared first = schema.columns().get(0);
    return """
        %s
        Row key: %s (%s).
        Protocol suite: %s%s.
        Row keys, column names and which fields are empty are not protected: every cloud sees them.
        To declare a column otherwise: --column '%s=%s', or =plain to leave it unprotected;
        all of them at once: 'import FILE.csv --print-schema > my.schema', edit, then --schema my.schema;
        another row key: --key COLUMN."""
        .formatted(
            new TextTable(columns, rows).render(TextTable.WIDTH, List.of()).text(),
            schema.keyColumn(),
            schema.keyReason(),
            schema.suiteName(),
            schema.suite().isEmpty() ? " (the default; another one: --suite NAME)" : "",
            first.name(),
            first.format());
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  /** The schema as a file that {@code --schema} reads. */
  static String file(CsvTable file, ImportSchema schema) {
    StringBuilder lines = new StringBuilder();
    lines.append("# schema of ").append(file.file()).append('\n');
    lines.append("# schemes: additive, xor, replicated; or: plain\n");
    lines.append("# types: int64, decimal(digits), string(max bytes), bytes(max)\n");
    lines.append("# the row key is '").append(schema.keyColumn()).append("'; --key changes it\n");
    lines.append(
        schema
            .suite()
            .map(
                "# this file does not keep the protocol suite: pass --suite %s with it\n"
                    ::formatted)
            .orElse(
                "# the protocol suite is %s, the default; to have another, pass --suite NAME with this file\n"
                    .formatted(schema.suiteName())));
    for (Declared column : schema.columns()) {
      lines.append(column.name()).append(" = ").append(column.format()).append('\n');
    }
    return lines.toString();
  }
}

package io.dartagnan.cli.load;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The declarations that a user gives: {@code NAME=SCHEME TYPE}, on the command line or one per line
 * of a file, where blank lines and lines that begin with {@code #} are comments. The last equals
 * sign divides, so a name may hold others.
 */
public final class SchemaOverrides {

  private final CsvTable table;

  private SchemaOverrides(CsvTable table) {
    this.table = table;
  }

  /**
   * Reads all declarations for a file; one on the command line counts before one in the schema
   * file.
   *
   * @param declarations those on the command line
   * @param schemaFile null if there is none
   */
  public static Map<String, ColumnFormat> read(
      CsvTable table, List<String> declarations, Path schemaFile) {
    SchemaOverrides overrides = new SchemaOverrides(table);
    Map<String, ColumnFormat> formats = new LinkedHashMap<>();
    if (schemaFile != null) {
      formats.putAll(overrides.ofFile(schemaFile));
    }
    Map<String, ColumnFormat> given = new LinkedHashMap<>();
    for (String declaration : declarations) {
      overrides.add(given, declaration, "--column '" + declaration + "'");
    }
    formats.putAll(given);
    return formats;
  }

  private Map<String, ColumnFormat> ofFile(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new CommandException("the schema file " + file + " cannot be read", e);
    }
    Map<String, ColumnFormat> formats = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        add(formats, line, file + ", line " + (i + 1));
      }
    }
    return formats;
  }

  private void add(Map<String, ColumnFormat> formats, String declaration, String where) {
    int equals = declaration.lastIndexOf('=');
    if (equals < 1) {
      throw CommandException.usage(
          where + " is not NAME=SCHEME TYPE, such as 'PRICE=additive decimal(2)' or 'CITY=plain'");
    }
    String name = declaration.substring(0, equals).strip();
    if (!table.header().contains(name)) {
      throw new CommandException(
          "%s names a column that %s does not have; it has %s"
              .formatted(where, table.file(), String.join(", ", table.header())));
    }
    ColumnFormat format;
    try {
      format = ColumnFormat.parse(declaration.substring(equals + 1).strip());
    } catch (IllegalArgumentException e) {
      throw new CommandException(where + ": " + e.getMessage(), e);
    }
    if (formats.put(name, format) != null) {
      throw new CommandException(where + " declares column '" + name + "' a second time");
    }
  }
}

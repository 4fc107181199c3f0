package io.dartagnan.cli.csv;

import io.dartagnan.cli.terminal.CommandException;
import java.util.List;

/**
 * A CSV file in memory.
 *
 * @param file the name of the file in messages
 * @param header the column names, unique and not blank
 * @param records the fields of each record, as many as there are column names; an empty field is
 *     the empty string
 * @param lines the line in which each record begins, counted from 1
 */
public record CsvTable(
    String file, List<String> header, List<String[]> records, List<Integer> lines) {

  public CsvTable {
    header = List.copyOf(header);
    records = List.copyOf(records);
    lines = List.copyOf(lines);
  }

  /** The number of records. */
  public int size() {
    return records.size();
  }

  /** One field; the empty string when the record has no value there. */
  public String field(int record, int column) {
    return records.get(record)[column];
  }

  /** The place of a column. */
  public int column(String name) {
    int column = header.indexOf(name);
    if (column < 0) {
      throw new CommandException(
          "%s has no column '%s'; it has %s".formatted(file, name, String.join(", ", header)));
    }
    return column;
  }

  /** A failure in one field. The sentence names the place and must not quote the value. */
  public CommandException failure(int record, int column, String sentence) {
    return new CommandException(
        "%s, line %d, column '%s': %s"
            .formatted(file, lines.get(record), header.get(column), sentence));
  }
}

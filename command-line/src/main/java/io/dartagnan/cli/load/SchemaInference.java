package io.dartagnan.cli.load;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.DeclaredLength;
import io.dartagnan.cli.csv.ColumnProfile;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.csv.NumericReading;
import io.dartagnan.cli.load.ImportSchema.Declared;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.encoding.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses a schema for a file from its values. The result says what was chosen and why, so that the
 * user can correct it.
 */
public final class SchemaInference {

  private SchemaInference() {}

  /**
   * Chooses the row key and a declaration for every other column.
   *
   * @param key the column to take as row key; null to choose the first that qualifies
   * @param overrides declarations that the user gave, by column name; each name must be a column
   */
  public static ImportSchema of(CsvTable table, String key, Map<String, ColumnFormat> overrides) {
    List<ColumnProfile> profiles = new ArrayList<>();
    for (int column = 0; column < table.header().size(); column++) {
      profiles.add(ColumnProfile.of(table, column));
    }
    int keyColumn = key == null ? firstUnique(table, profiles) : table.column(key);
    String keyName = table.header().get(keyColumn);
    if (overrides.containsKey(keyName)) {
      throw new CommandException(
          "'%s' is the row key and takes no declaration; leave it out or choose another with --key"
              .formatted(keyName));
    }
    List<Declared> columns = new ArrayList<>();
    for (int column = 0; column < profiles.size(); column++) {
      if (column != keyColumn) {
        String name = table.header().get(column);
        columns.add(declare(column, name, profiles.get(column), overrides.get(name)));
      }
    }
    String keyReason =
        key == null ? "the first column whose values are unique and never empty" : "--key";
    return new ImportSchema(keyName, keyReason, columns, Optional.empty());
  }

  private static int firstUnique(CsvTable table, List<ColumnProfile> profiles) {
    for (int column = 0; column < profiles.size(); column++) {
      if (profiles.get(column).isUnique(table)) {
        return column;
      }
    }
    throw new CommandException(
        table.file()
            + " has no column whose values are unique and never empty; add one to serve as row key");
  }

  private static Declared declare(
      int index, String name, ColumnProfile profile, ColumnFormat override) {
    if (override != null) {
      return new Declared(index, name, profile, override, false, "as you declared");
    }
    NumericReading numbers = profile.numbers();
    if (numbers.isNumeric()) {
      int digits = numbers.fractionDigits();
      return new Declared(
          index,
          name,
          profile,
          ColumnFormat.ofNumbers(digits),
          true,
          digits == 0 ? "all are integers" : "decimals, kept x 10^" + digits);
    }
    int length = DeclaredLength.of(profile.longest());
    if (length > ValueType.MAX_LENGTH) {
      throw new CommandException(
          "column '%s' has a value of %,d bytes, at most %,d can be protected; shorten it"
              .formatted(name, profile.longest(), ValueType.MAX_LENGTH));
    }
    return new Declared(
        index, name, profile, ColumnFormat.ofText(length), true, reasonForText(numbers));
  }

  private static String reasonForText(NumericReading numbers) {
    if (numbers.values() == 0) {
      return "no values";
    }
    return numbers.isSpoilt()
        ? "text: see line " + numbers.obstacle().orElseThrow().line()
        : "text";
  }
}

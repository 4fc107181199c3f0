package io.dartagnan.cli.csv;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Statistics of one column of a file.
 *
 * @param empty records without a value
 * @param distinct how many different values there are, the empty one not counted
 * @param longest the longest value, UTF-8 bytes
 * @param example the first value, or the empty string when there is none
 * @param numbers the numbers among the values
 */
public record ColumnProfile(
    int empty, int distinct, int longest, String example, NumericReading numbers) {

  public static ColumnProfile of(CsvTable table, int column) {
    Set<String> values = new HashSet<>();
    int empty = 0;
    int longest = 0;
    String example = "";
    for (int record = 0; record < table.size(); record++) {
      String text = table.field(record, column);
      if (text.isEmpty()) {
        empty++;
        continue;
      }
      example = example.isEmpty() ? text : example;
      if (values.add(text)) {
        longest = Math.max(longest, text.getBytes(StandardCharsets.UTF_8).length);
      }
    }
    return new ColumnProfile(
        empty, values.size(), longest, example, NumericReading.of(table, column));
  }

  /** Whether every record has its own value. */
  public boolean isUnique(CsvTable table) {
    return distinct == table.size();
  }
}

package io.dartagnan.cli;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was seen in one column of a file.
 *
 * <p>A number counts as one only as a number would be written again: {@code 007} and {@code -0} are
 * text, or reading them back would give something else.
 *
 * @param empty records without a value
 * @param distinct how many different values there are, the empty one not counted
 * @param longest the longest value, UTF-8 bytes
 * @param example the first value, or the empty string when there is none
 * @param numeric whether all values (at least one) are numbers that int64 holds, each multiplied by
 *     10^{@code fractionDigits}
 * @param fractionDigits the most digits after a point; meaningful where {@code numeric}
 */
record ColumnProfile(
    int empty, int distinct, int longest, String example, boolean numeric, int fractionDigits) {

  /** More digits after the point than this are not taken for an amount. */
  static final int MAX_FRACTION_DIGITS = 4;

  private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.(\\d{1,4}))?");
  private static final Pattern NEGATIVE_ZERO = Pattern.compile("-0(?:\\.0+)?");

  static ColumnProfile of(CsvTable table, int column) {
    Set<String> values = new HashSet<>();
    int empty = 0;
    int longest = 0;
    String example = "";
    int fractionDigits = 0;
    boolean numeric = true;
    for (int record = 0; record < table.size(); record++) {
      String text = table.field(record, column);
      if (text.isEmpty()) {
        empty++;
        continue;
      }
      example = example.isEmpty() ? text : example;
      if (values.add(text)) {
        longest = Math.max(longest, text.getBytes(StandardCharsets.UTF_8).length);
        int digits = fractionDigits(text);
        numeric &= digits >= 0;
        fractionDigits = Math.max(fractionDigits, digits);
      }
    }
    numeric &= !values.isEmpty() && fit(values, fractionDigits);
    return new ColumnProfile(empty, values.size(), longest, example, numeric, fractionDigits);
  }

  /** Whether every record has its own value. */
  boolean isUnique(CsvTable table) {
    return distinct == table.size();
  }

  /** Digits after the point; -1 if the text is not a number that would be written so again. */
  private static int fractionDigits(String text) {
    Matcher number = NUMBER.matcher(text);
    if (!number.matches() || NEGATIVE_ZERO.matcher(text).matches()) {
      return -1;
    }
    return number.group(1) == null ? 0 : number.group(1).length();
  }

  private static boolean fit(Set<String> numbers, int scale) {
    ColumnFormat format = ColumnFormat.ofNumbers(Math.max(0, scale));
    for (String number : numbers) {
      try {
        format.encode(number);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
    return true;
  }
}

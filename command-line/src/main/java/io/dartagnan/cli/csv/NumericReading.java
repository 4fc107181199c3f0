package io.dartagnan.cli.csv;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.NumberText;
import io.dartagnan.cli.terminal.ShellWord;
import java.util.Optional;

/**
 * The numbers among the values of one column of a file, and the value that makes the column text.
 *
 * @param values how many records have a value
 * @param numbers how many of those are numbers
 * @param fractionDigits the most digits behind a point; meaningful where {@link #isNumeric()}
 * @param obstacle the first value that makes the column text; empty if there is none
 * @param rewritten the first number that will be shown in another spelling; empty if there is none
 */
public record NumericReading(
    int values,
    int numbers,
    int fractionDigits,
    Optional<Obstacle> obstacle,
    Optional<Rewritten> rewritten) {

  /** More digits behind the point than this are not taken for an amount. */
  static final int MAX_FRACTION_DIGITS = 4;

  /**
   * A value that makes a column text.
   *
   * @param line the line of the file in which its record begins
   * @param reason why it cannot be stored as a number, to follow "which"
   * @param remedy what to do to have numbers; empty if nothing helps
   */
  public record Obstacle(int line, String value, String reason, String remedy) {}

  /**
   * A number that is shown in another spelling than the file's.
   *
   * @param line the line of the file in which its record begins
   */
  public record Rewritten(int line, String value) {}

  /** Reads one column. */
  static NumericReading of(CsvTable table, int column) {
    int values = 0;
    int numbers = 0;
    int fractionDigits = 0;
    Obstacle obstacle = null;
    Rewritten rewritten = null;
    for (int record = 0; record < table.size(); record++) {
      String text = table.field(record, column);
      if (text.isEmpty()) {
        continue;
      }
      values++;
      boolean number = NumberText.isNumber(text);
      numbers += number ? 1 : 0;
      int line = table.lines().get(record);
      if (obstacle == null) {
        obstacle = obstacle(table.header().get(column), line, text);
      }
      if (number) {
        fractionDigits = Math.max(fractionDigits, NumberText.fractionDigits(text));
        if (rewritten == null && !NumberText.isShownAsWritten(text)) {
          rewritten = new Rewritten(line, text);
        }
      }
    }
    if (obstacle == null) {
      obstacle = tooLarge(table, column, fractionDigits);
    }
    return new NumericReading(
        values,
        numbers,
        fractionDigits,
        Optional.ofNullable(obstacle),
        Optional.ofNullable(rewritten));
  }

  /** Whether there are values and all of them can be stored as numbers. */
  public boolean isNumeric() {
    return values > 0 && obstacle.isEmpty();
  }

  /** Whether so many values are numbers that the column was probably meant to be numeric. */
  public boolean isSpoilt() {
    return obstacle.isPresent() && numbers > 0 && 2L * numbers >= values;
  }

  private static Obstacle obstacle(String name, int line, String text) {
    if (!NumberText.isNumber(text)) {
      return new Obstacle(
          line, text, "is not a number", "correct that value or leave the field empty");
    }
    if (NumberText.hasLeadingZero(text)) {
      return new Obstacle(
          line,
          text,
          "begins with a zero that a number would not keep",
          "declare it: --column " + ShellWord.quoted(name + "=additive int64"));
    }
    int digits = NumberText.fractionDigits(text);
    if (digits > MAX_FRACTION_DIGITS) {
      return new Obstacle(
          line,
          text,
          "has %d digits after the point; up to %d are taken for an amount"
              .formatted(digits, MAX_FRACTION_DIGITS),
          digits > ColumnFormat.MAX_SCALE
              ? "shorten such values"
              : "declare it: --column "
                  + ShellWord.quoted("%s=additive decimal(%d)".formatted(name, digits)));
    }
    return null;
  }

  private static Obstacle tooLarge(CsvTable table, int column, int scale) {
    ColumnFormat format = ColumnFormat.ofNumbers(scale);
    for (int record = 0; record < table.size(); record++) {
      String text = table.field(record, column);
      if (!text.isEmpty()) {
        try {
          format.encode(text);
        } catch (IllegalArgumentException e) {
          return new Obstacle(
              table.lines().get(record),
              text,
              scale == 0
                  ? "does not fit 64 bits"
                  : "does not fit 64 bits when it is kept as the amount x 10^" + scale,
              "");
        }
      }
    }
    return null;
  }
}

package io.dartagnan.cli.column;

import java.util.regex.Pattern;

/**
 * The spelling of a number in a file or on the command line: ASCII digits, a sign before them or
 * none, and a decimal point among, before or behind them or none. {@code -0.00}, {@code +1}, {@code
 * 1.} and {@code .5} are numbers; {@code 1e3}, {@code 1,000} and {@code 5 %} are not.
 */
public final class NumberText {

  private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)");
  private static final Pattern LEADING_ZERO = Pattern.compile("[+-]?0\\d.*");
  private static final Pattern AS_WRITTEN_AGAIN =
      Pattern.compile("(?!-0*\\.?0*$)-?(?:0|[1-9]\\d*)(?:\\.\\d+)?");

  private NumberText() {}

  /** Whether this is a number. */
  public static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** Whether a number begins with a zero that its amount does not need, as {@code 007} does. */
  public static boolean hasLeadingZero(String number) {
    return LEADING_ZERO.matcher(number).matches();
  }

  /** Whether a stored number is shown as it was written, apart from zeros at its end. */
  public static boolean isShownAsWritten(String number) {
    return AS_WRITTEN_AGAIN.matcher(number).matches();
  }

  /** The number of digits behind the point. */
  public static int fractionDigits(String number) {
    int point = number.indexOf('.');
    return point < 0 ? 0 : number.length() - point - 1;
  }
}

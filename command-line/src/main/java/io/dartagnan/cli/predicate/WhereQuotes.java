package io.dartagnan.cli.predicate;

import java.util.regex.Pattern;

/** The quotes of {@code --where}: 'value' and "column name", a quote inside them written twice. */
public final class WhereQuotes {

  /** The words that combine conditions, in capitals and apart from other text. */
  static final Pattern KEYWORD = Pattern.compile("(?<![^\\s()'\"])(?:AND|OR|NOT)(?![^\\s()'\"])");

  private static final Pattern UNCLEAR_VALUE =
      Pattern.compile("|\\s.*|.*\\s|['\"=<>(].*|.*[()].*", Pattern.DOTALL);
  private static final Pattern UNCLEAR_COLUMN =
      Pattern.compile(".*[=<>!()\"].*|.*-word.*|\\s.*|.*\\s", Pattern.DOTALL);

  private WhereQuotes() {}

  /** A value as it is written in a clause, in quotes where they are needed. */
  static String value(String value) {
    return needed(value, UNCLEAR_VALUE) ? quoted(value, '\'') : value;
  }

  /** A column's name as it is written in a clause, in quotes where they are needed. */
  static String column(String name) {
    return needed(name, UNCLEAR_COLUMN) ? quoted(name, '"') : name;
  }

  /**
   * The end of a quoted text: the place of its closing quote, -1 if there is none.
   *
   * @param start the place of its opening quote
   */
  static int end(String text, int start) {
    char quote = text.charAt(start);
    int at = text.indexOf(quote, start + 1);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == quote) {
      at = text.indexOf(quote, at + 2);
    }
    return at;
  }

  /** The text between two quotes. */
  static String content(String text, int start, int end) {
    String quote = text.substring(start, start + 1);
    return text.substring(start + 1, end).replace(quote + quote, quote);
  }

  private static boolean needed(String text, Pattern unclear) {
    return unclear.matcher(text).matches() || KEYWORD.matcher(text).find();
  }

  private static String quoted(String text, char quote) {
    String one = String.valueOf(quote);
    return one + text.replace(one, one + one) + one;
  }
}

package io.dartagnan.cli.predicate;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of {@code --where}.
 *
 * <pre>
 *   clause    = all { OR all }
 *   all       = one { AND one }
 *   one       = NOT one | "(" clause ")" | condition
 *   condition = column operator value
 *   column    = "name" in double quotes, or the text up to the operator
 *   operator  = = != &lt; &lt;= &gt; &gt;= contains-word lacks-word, the last two between spaces
 *   value     = text in single or double quotes,
 *               or the text up to AND, OR, the ")" that ends the group, or the end
 * </pre>
 *
 * AND, OR and NOT are written in capitals. Spaces around names, operators and values do not count.
 * A quote inside quotes is written twice; elsewhere it is an ordinary character, as parentheses
 * that belong together are inside a name or value.
 *
 * <p>A text without AND, OR, NOT and without a parenthesis in front is a single condition, and its
 * value runs to the end whatever it holds: {@code Home Town = St. John's, NL}.
 */
public final class WhereParser {

  private static final int DEEPEST = 100;
  private static final String OPERATORS = "= != < <= > >= contains-word lacks-word";
  private static final Pattern OPERATOR =
      Pattern.compile("!=|<=|>=|=|<|>|(?<!\\S)(?:contains|lacks)-word(?!\\S)");
  private static final Pattern MISSPELT = Pattern.compile("(==|!==|=<|=>|<>)");
  private static final Pattern UNCOMBINED =
      Pattern.compile(
          "(?:\\s(?<word>and|or|And|Or)\\s|(?<symbol>&&|\\|\\|)).*(?:!=|<=|>=|=|<|>)",
          Pattern.DOTALL);

  private final String option;
  private final String text;
  private final TableColumns columns;
  private final Consumer<String> warnings;
  private final boolean single;
  private int at;
  private int groups;
  private int depth;

  private WhereParser(String option, String text, TableColumns columns, Consumer<String> warnings) {
    this.option = option;
    this.text = text;
    this.columns = columns;
    this.warnings = warnings;
    this.single = !WhereQuotes.KEYWORD.matcher(text).find() && !text.strip().startsWith("(");
  }

  /**
   * Reads a clause.
   *
   * @param option the option that it was given with, for messages
   * @param warnings takes a sentence for what was understood and is probably not meant
   * @throws CommandException with the place in the text at which it cannot be understood
   */
  public static WhereClause parse(
      String option, String text, TableColumns columns, Consumer<String> warnings) {
    WhereParser parser = new WhereParser(option, text, columns, warnings);
    WhereClause clause = parser.clause();
    if (parser.at < text.length()) {
      throw parser.failure(parser.at, "AND, OR or the end must follow here");
    }
    clause.conditions().flatMap(condition -> condition.warning().stream()).forEach(warnings);
    return clause;
  }

  private WhereClause clause() {
    List<WhereClause> clauses = new ArrayList<>(List.of(all()));
    while (keyword("OR")) {
      clauses.add(all());
    }
    return Combination.or(clauses);
  }

  private WhereClause all() {
    List<WhereClause> clauses = new ArrayList<>(List.of(one()));
    while (keyword("AND")) {
      clauses.add(one());
    }
    return Combination.and(clauses);
  }

  private WhereClause one() {
    if (depth == DEEPEST) {
      throw failure(at, "more than " + DEEPEST + " NOTs and parentheses are inside each other");
    }
    depth++;
    WhereClause clause;
    if (keyword("NOT")) {
      clause = one().negated();
    } else if (!single && text.startsWith("(", at)) {
      clause = group();
    } else {
      clause = condition();
    }
    depth--;
    skipSpaces();
    return clause;
  }

  private WhereClause group() {
    int opened = at++;
    groups++;
    WhereClause clause = clause();
    groups--;
    if (!text.startsWith(")", at)) {
      throw failure(opened, "this parenthesis is never closed");
    }
    at++;
    return clause;
  }

  private Condition condition() {
    skipSpaces();
    int start = at;
    String name = column();
    Matcher operator = OPERATOR.matcher(text).region(at, text.length());
    if (!operator.lookingAt()) {
      throw failure(
          start,
          (start == at ? "a condition is missing" : "'" + name + "' is not a condition")
              + "; write COLUMN OP VALUE, where OP is one of "
              + OPERATORS
              + (single ? "" : "; put a name or value with AND, OR or NOT in it in quotes"));
    }
    if (name.isEmpty()) {
      throw failure(start, "the name of a column is missing before '" + operator.group() + "'");
    }
    Column column = located(start, () -> columns.named(name));
    Matcher misspelt = MISSPELT.matcher(text).region(at, text.length());
    if (misspelt.lookingAt()) {
      throw failure(
          at,
          "'%s' is not an operator, write '%s'"
              .formatted(misspelt.group(), intended(misspelt.group())));
    }
    at = operator.end();
    skipSpaces();
    int valueStart = at;
    String value = single ? rest() : value();
    return located(valueStart, () -> Condition.of(column, operator.group(), value));
  }

  private static String intended(String misspelt) {
    return switch (misspelt) {
      case "==" -> "=";
      case "=<" -> "<=";
      case "=>" -> ">=";
      default -> "!=";
    };
  }

  /** Reads the column's name and stops where an operator should be. */
  private String column() {
    if (text.startsWith("\"", at)) {
      int end = WhereQuotes.end(text, at);
      if (end < 0) {
        throw failure(at, "this quote is never closed");
      }
      String name = WhereQuotes.content(text, at, end);
      at = end + 1;
      skipSpaces();
      return name;
    }
    int end = unquotedEnd(OPERATOR);
    String name = text.substring(at, end).strip();
    at = end;
    return name;
  }

  /** The value of a single condition: everything that is left, without the quotes around it. */
  private String rest() {
    String value = text.substring(at).strip();
    at = text.length();
    if (value.startsWith("'") || value.startsWith("\"")) {
      int last = value.length() - 1;
      if (WhereQuotes.end(value, 0) == last) {
        return WhereQuotes.content(value, 0, last);
      }
      if (last > 0 && value.charAt(last) == value.charAt(0)) {
        return value.substring(1, last);
      }
    }
    Matcher uncombined = UNCOMBINED.matcher(value);
    if (uncombined.find()) {
      String word = uncombined.group("word");
      String found = word == null ? uncombined.group("symbol") : word;
      boolean and = found.equalsIgnoreCase("and") || found.equals("&&");
      warnings.accept(
          "'%s' was taken for a part of the value; write %s to combine conditions"
              .formatted(found, and ? "AND" : "OR"));
    }
    return value;
  }

  private String value() {
    if (text.startsWith("'", at) || text.startsWith("\"", at)) {
      int end = WhereQuotes.end(text, at);
      if (end < 0) {
        throw failure(at, "this quote is never closed");
      }
      String value = WhereQuotes.content(text, at, end);
      at = end + 1;
      skipSpaces();
      boolean ended =
          at == text.length() || isKeyword("AND") || isKeyword("OR") || closesGroup(at, 0);
      if (!ended) {
        throw failure(
            at,
            "AND, OR or the end must follow a closing quote; write a quote inside quotes twice");
      }
      return value;
    }
    int start = at;
    int end = unquotedEnd(null);
    if (end == start) {
      throw failure(start, "a value is missing; the empty one is ''");
    }
    at = end;
    if (isKeyword("NOT")) {
      throw failure(at, "AND or OR is missing before NOT; or put the value in quotes");
    }
    return text.substring(start, end).strip();
  }

  /**
   * The end of unquoted text: a keyword, the parenthesis that ends the group, the end, or what the
   * pattern finds before.
   */
  private int unquotedEnd(Pattern stop) {
    Matcher keyword = WhereQuotes.KEYWORD.matcher(text);
    int end = keyword.find(at) ? keyword.start() : text.length();
    if (stop != null) {
      Matcher stopped = stop.matcher(text);
      end = stopped.find(at) ? Math.min(end, stopped.start()) : end;
    }
    int opened = 0;
    for (int i = at; i < end; i++) {
      if (closesGroup(i, opened)) {
        return i;
      }
      opened += text.charAt(i) == '(' ? 1 : 0;
      opened -= text.charAt(i) == ')' && opened > 0 ? 1 : 0;
    }
    return end;
  }

  /** Whether there is a parenthesis that ends a group and not one that was opened in the text. */
  private boolean closesGroup(int place, int opened) {
    return groups > 0 && opened == 0 && place < text.length() && text.charAt(place) == ')';
  }

  private boolean keyword(String word) {
    skipSpaces();
    boolean found = isKeyword(word);
    at += found ? word.length() : 0;
    skipSpaces();
    return found;
  }

  private boolean isKeyword(String word) {
    Matcher keyword = WhereQuotes.KEYWORD.matcher(text);
    return keyword.find(at) && keyword.start() == at && keyword.group().equals(word);
  }

  private void skipSpaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private <T> T located(int place, Supplier<T> read) {
    try {
      return read.get();
    } catch (CommandException e) {
      throw e.behind(prefix(place));
    }
  }

  private CommandException failure(int place, String sentence) {
    return CommandException.usage(prefix(place) + sentence);
  }

  private String prefix(int place) {
    return option + ", character " + (place + 1) + ": ";
  }
}

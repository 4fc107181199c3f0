package io.dartagnan.cli;

import io.dartagnan.cli.TableColumns.Column;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * What rows are asked for: {@code COLUMN OP VALUE}. A row without the column does not match.
 *
 * @param operand the bytes to compare with
 * @param text the condition as it is shown
 */
record Condition(Column column, CompareOperator operator, byte[] operand, String text) {

  private static final Map<String, CompareOperator> OPERATORS =
      Map.of(
          "=", CompareOperator.EQUAL,
          "!=", CompareOperator.NOT_EQUAL,
          "<", CompareOperator.LESS,
          "<=", CompareOperator.LESS_OR_EQUAL,
          ">", CompareOperator.GREATER,
          ">=", CompareOperator.GREATER_OR_EQUAL);

  private static final Pattern SHAPE =
      Pattern.compile("\\s*(.+?)\\s*(!=|<=|>=|=|<|>)\\s*(.*?)\\s*", Pattern.DOTALL);

  /**
   * Reads a condition. Quotes around the value are taken off, so that a value may begin or end with
   * a space.
   */
  static Condition parse(String text, TableColumns columns) {
    Matcher parts = SHAPE.matcher(text);
    if (!parts.matches()) {
      throw CommandException.usage(
          "'" + text + "' is not COLUMN OP VALUE, where OP is one of = != < <= > >=");
    }
    return of(
        columns.named(parts.group(1)),
        OPERATORS.get(parts.group(2)),
        parts.group(2),
        unquoted(parts.group(3)));
  }

  /** The condition that a column relates in this way to a value as the file writes it. */
  static Condition of(Column column, CompareOperator operator, String value) {
    String symbol =
        OPERATORS.entrySet().stream()
            .filter(entry -> entry.getValue() == operator)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(operator + " compares nothing"));
    return of(column, operator, symbol, value);
  }

  private static Condition of(
      Column column, CompareOperator operator, String symbol, String value) {
    try {
      byte[] operand = column.format().operand(value);
      return new Condition(
          column, operator, operand, column.qualifier() + " " + symbol + " " + value);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "a condition on column '%s' cannot be used: %s"
              .formatted(column.qualifier(), e.getMessage()),
          e);
    }
  }

  /** The filter that an HBase program would write. */
  Filter filter() {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            column.familyBytes(),
            column.qualifierBytes(),
            operator,
            column.format().comparator(operand));
    filter.setFilterIfMissing(true);
    return filter;
  }

  /** Whether a stored value matches; null, no value, does not. */
  boolean matches(byte[] value) {
    if (value == null) {
      return false;
    }
    int order = column.format().compare(value, operand);
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case NO_OP -> throw new IllegalStateException("NO_OP compares nothing");
    };
  }

  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.charAt(0) == '\'' || value.charAt(0) == '"')
            && value.charAt(value.length() - 1) == value.charAt(0);
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}

package io.dartagnan.cli.predicate;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.NumberText;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.filter.WordComparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * A comparison of one column with a value. A row without the column does not satisfy it.
 *
 * @param comparator with what it is compared, and how; {@code EQUAL} to a word is every text that
 *     has it
 * @param value the value as it was written
 */
public record Condition(
    Column column, CompareOperator operator, ByteArrayComparable comparator, String value)
    implements WhereClause {

  /** The operators that look for a word, by their symbols. */
  static final Map<String, CompareOperator> WORD_OPERATORS =
      Map.of(
          "contains-word", CompareOperator.EQUAL,
          "lacks-word", CompareOperator.NOT_EQUAL);

  /** The other operators by their symbols. */
  static final Map<String, CompareOperator> OPERATORS =
      Map.of(
          "=", CompareOperator.EQUAL,
          "!=", CompareOperator.NOT_EQUAL,
          "<", CompareOperator.LESS,
          "<=", CompareOperator.LESS_OR_EQUAL,
          ">", CompareOperator.GREATER,
          ">=", CompareOperator.GREATER_OR_EQUAL);

  /**
   * The condition that a column relates in this way to a value as the file writes it.
   *
   * @throws CommandException if the column cannot be compared with this value
   */
  public static Condition of(Column column, CompareOperator operator, String value) {
    return of(column, operator, value, format -> format.comparator(format.operand(value)));
  }

  /** The condition that the operator of this symbol makes of a column and a value. */
  static Condition of(Column column, String symbol, String value) {
    return WORD_OPERATORS.containsKey(symbol)
        ? of(column, WORD_OPERATORS.get(symbol), value, format -> format.word(value))
        : of(column, OPERATORS.get(symbol), value);
  }

  private static Condition of(
      Column column,
      CompareOperator operator,
      String value,
      Function<ColumnFormat, ByteArrayComparable> comparator) {
    try {
      return new Condition(column, operator, comparator.apply(column.format()), value);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "a condition on column '%s' cannot be used: %s"
              .formatted(column.qualifier(), e.getMessage()),
          e);
    }
  }

  /** A warning if it orders text by a number, which is hardly meant; empty otherwise. */
  Optional<String> warning() {
    boolean order = operator != CompareOperator.EQUAL && operator != CompareOperator.NOT_EQUAL;
    if (!order || column.format().isNumeric() || !NumberText.isNumber(value)) {
      return Optional.empty();
    }
    return Optional.of(
        ("column '%s' is declared %s and is compared as text, in which '10' comes before '9';"
                + " numbers are compared by amount in columns declared int64 or decimal(d)")
            .formatted(column.qualifier(), column.format()));
  }

  @Override
  public Filter filter() {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            column.familyBytes(), column.qualifierBytes(), operator, comparator);
    filter.setFilterIfMissing(true);
    return filter;
  }

  @Override
  public boolean matches(Function<Column, byte[]> row) {
    byte[] stored = row.apply(column);
    if (stored == null) {
      return false;
    }
    int order = -comparator.compareTo(stored);
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case NO_OP -> throw comparesNothing();
    };
  }

  @Override
  public Condition negated() {
    CompareOperator opposite =
        switch (operator) {
          case EQUAL -> CompareOperator.NOT_EQUAL;
          case NOT_EQUAL -> CompareOperator.EQUAL;
          case LESS -> CompareOperator.GREATER_OR_EQUAL;
          case LESS_OR_EQUAL -> CompareOperator.GREATER;
          case GREATER -> CompareOperator.LESS_OR_EQUAL;
          case GREATER_OR_EQUAL -> CompareOperator.LESS;
          case NO_OP -> throw comparesNothing();
        };
    return new Condition(column, opposite, comparator, value);
  }

  @Override
  public Stream<Condition> conditions() {
    return Stream.of(this);
  }

  @Override
  public String text() {
    String symbol =
        (comparator instanceof WordComparator ? WORD_OPERATORS : OPERATORS)
            .entrySet().stream()
                .filter(entry -> entry.getValue() == operator)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(this::comparesNothing);
    return WhereQuotes.column(column.qualifier()) + " " + symbol + " " + WhereQuotes.value(value);
  }

  /** The condition without its value, which must not get into a log. */
  @Override
  public String toString() {
    return column.qualifier() + " " + operator;
  }

  private IllegalStateException comparesNothing() {
    return new IllegalStateException(operator + " compares nothing");
  }
}

package io.dartagnan.client.filter;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import java.util.Arrays;
import java.util.Optional;

/**
 * Rows by the bytewise order of a column's values, or of their own keys, and an operand or a
 * prefix.
 *
 * <p>HBase compares values and operands of any length; the clouds compare elements of a column's
 * type. The encodings of byte strings keep the bytewise order for operands of any length. Values of
 * int64 have eight bytes, so that a shorter operand stands between two of them, and a longer one
 * directly behind that of its first eight bytes.
 */
final class BytewiseOrder {
  private BytewiseOrder() {}

  /**
   * Rows whose value compares so with an operand.
   *
   * @return empty if the clouds do not compare the column so, or the operand is too long for a
   *     query
   */
  static Optional<RowSet> rows(QueryColumn column, Operator operator, byte[] operand) {
    if (compares(column, operator, operand.length)) {
      return Optional.of(compare(column, operator, operand));
    }
    if (!isInt64(column) || !compares(column, operator, Long.BYTES)) {
      return Optional.empty();
    }
    byte[] eight = Arrays.copyOf(operand, Long.BYTES);
    boolean shorter = operand.length < Long.BYTES;
    return Optional.of(
        switch (operator) {
          case EQUAL -> RowSet.NONE;
          case NOT_EQUAL -> present(column);
          case LESS, LESS_OR_EQUAL ->
              compare(column, shorter ? Operator.LESS : Operator.LESS_OR_EQUAL, eight);
          case GREATER, GREATER_OR_EQUAL ->
              compare(column, shorter ? Operator.GREATER_OR_EQUAL : Operator.GREATER, eight);
        });
  }

  /**
   * Rows whose value, cut to the length of a prefix, compares so with the prefix.
   *
   * @return empty if the clouds do not compare the column so, or the prefix is too long for a query
   */
  static Optional<RowSet> rowsByPrefix(QueryColumn column, Operator operator, byte[] prefix) {
    Optional<ValueType> type = column.protection().declaredType();
    if (type.isEmpty()) {
      return unboundedByPrefix(column, operator, prefix);
    }
    if (isInt64(column) && prefix.length > Long.BYTES) {
      return rows(column, operator, prefix);
    }
    // The same two operands whatever the prefix: its bytes alone tell them apart.
    byte[] last = Arrays.copyOf(prefix, Math.max(prefix.length, type.get().maxLength()));
    Arrays.fill(last, prefix.length, last.length, (byte) 0xff);
    byte[] first = isInt64(column) ? Arrays.copyOf(prefix, Long.BYTES) : prefix;
    return Optional.of(
        select(
            operator,
            compare(column, Operator.LESS, first),
            compare(column, Operator.GREATER_OR_EQUAL, first),
            compare(column, Operator.LESS_OR_EQUAL, last),
            compare(column, Operator.GREATER, last)));
  }

  /** Among values of any length there is no last one with a prefix, but a first one behind. */
  private static Optional<RowSet> unboundedByPrefix(
      QueryColumn column, Operator operator, byte[] prefix) {
    if (!compares(column, operator, prefix.length)) {
      return Optional.empty();
    }
    byte[] after = RowRanges.afterPrefix(prefix);
    boolean open = after.length == 0;
    return Optional.of(
        select(
            operator,
            compare(column, Operator.LESS, prefix),
            compare(column, Operator.GREATER_OR_EQUAL, prefix),
            open ? present(column) : compare(column, Operator.LESS, after),
            open ? RowSet.NONE : compare(column, Operator.GREATER_OR_EQUAL, after)));
  }

  /** Rows whose key compares so with an operand. */
  static RowRanges rows(Operator operator, byte[] operand) {
    return rows(operator, operand, RowInterval.successor(operand));
  }

  /** Rows whose key, cut to the length of a prefix, compares so with the prefix. */
  static RowRanges rowsByPrefix(Operator operator, byte[] prefix) {
    return rows(operator, prefix, RowRanges.afterPrefix(prefix));
  }

  /** The keys that are equal are those from the first on and before the next; it may be open. */
  private static RowRanges rows(Operator operator, byte[] first, byte[] next) {
    boolean open = next.length == 0;
    return select(
            operator,
            RowSet.of(RowRanges.before(first)),
            RowSet.of(RowRanges.from(first)),
            open ? RowSet.ALL : RowSet.of(RowRanges.before(next)),
            open ? RowSet.NONE : RowSet.of(RowRanges.from(next)))
        .ranges();
  }

  /**
   * The rows of which an operator asks.
   *
   * @param before the rows before those that are equal
   * @param from those that are equal, and the rows behind
   * @param upTo those that are equal, and the rows before
   * @param behind the rows behind those that are equal
   */
  private static RowSet select(
      Operator operator, RowSet before, RowSet from, RowSet upTo, RowSet behind) {
    return switch (operator) {
      case EQUAL -> from.and(upTo);
      case NOT_EQUAL -> before.or(behind);
      case LESS -> before;
      case LESS_OR_EQUAL -> upTo;
      case GREATER -> behind;
      case GREATER_OR_EQUAL -> from;
    };
  }

  private static boolean compares(QueryColumn column, Operator operator, int operandBytes) {
    return column.protection().compares(new Comparison(operator, Ordering.UNSIGNED), operandBytes);
  }

  private static RowSet compare(QueryColumn column, Operator operator, byte[] operand) {
    return RowSet.of(WhereClause.compare(column, operator, Ordering.UNSIGNED, operand));
  }

  private static RowSet present(QueryColumn column) {
    return RowSet.of(new WhereClause.Present(column));
  }

  private static boolean isInt64(QueryColumn column) {
    return column
        .protection()
        .declaredType()
        .filter(type -> type.kind() == ValueType.Kind.INT64)
        .isPresent();
  }
}

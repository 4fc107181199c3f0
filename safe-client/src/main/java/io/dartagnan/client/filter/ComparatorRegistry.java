package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;

/**
 * The comparator classes of hbase-client 2.6, and that of words. This is the table of what the
 * clouds can compare; a class that is not in it is an application's own and known to the client
 * alone.
 */
final class ComparatorRegistry {

  /**
   * A comparator class, and what the clouds can do of it.
   *
   * @param type the class itself; a subclass may compare differently
   * @param support where the clouds can run it
   * @param onColumn what the clouds do of it on a column
   * @param onKeys the rows whose keys compare so
   */
  record Adapter<C extends ByteArrayComparable>(
      Class<C> type,
      Support support,
      OnColumn<C> onColumn,
      BiFunction<C, Operator, Optional<RowRanges>> onKeys) {

    Optional<RowSet> onColumn(
        ByteArrayComparable comparator, Operator operator, QueryColumn column) {
      return onColumn.rows(type.cast(comparator), operator, column);
    }

    Optional<RowRanges> onKeys(ByteArrayComparable comparator, Operator operator) {
      return onKeys.apply(type.cast(comparator), operator);
    }
  }

  /**
   * Columns and keys on which the clouds can run a comparator.
   *
   * @param int64 whether on protected int64 columns
   * @param bytes whether on protected bytes and string columns
   * @param plain whether on plain columns
   * @param keys where on row keys and on names of families and columns
   */
  record Support(boolean int64, boolean bytes, boolean plain, OnKey keys) {}

  /** A comparator on a column. */
  @FunctionalInterface
  interface OnColumn<C> {
    /**
     * Rows that have the column and whose newest value compares so; empty if the client decides.
     */
    Optional<RowSet> rows(C comparator, Operator operator, QueryColumn column);
  }

  /** Places where a comparator can be run on row keys and on names of families and columns. */
  enum OnKey {
    /** Its rows are ranges of keys. */
    RANGES("row ranges"),
    /** Each cloud can run it on any key. */
    EACH_CLOUD("each cloud"),
    /** It may fail on a key, which no cloud must where HBase does not ask it. */
    CLIENT("client");

    private final String text;

    OnKey(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private static final Comparison HAS_WORD = new Comparison(Operator.EQUAL, Ordering.WORDS);

  /** The order of any value and of nothing, to HBase. */
  private static final int VALUE_TO_NULL = -1;

  private static final List<Adapter<?>> ADAPTERS =
      List.of(
          new Adapter<>(
              BinaryComparator.class,
              new Support(true, true, true, OnKey.RANGES),
              (comparator, operator, column) ->
                  BytewiseOrder.rows(column, operator, comparator.getValue()),
              (comparator, operator) ->
                  Optional.of(BytewiseOrder.rows(operator, comparator.getValue()))),
          new Adapter<>(
              BinaryPrefixComparator.class,
              new Support(true, true, true, OnKey.RANGES),
              (comparator, operator, column) ->
                  BytewiseOrder.rowsByPrefix(column, operator, comparator.getValue()),
              (comparator, operator) ->
                  Optional.of(BytewiseOrder.rowsByPrefix(operator, comparator.getValue()))),
          new Adapter<>(
              LongComparator.class,
              new Support(true, false, false, OnKey.CLIENT),
              ComparatorRegistry::asNumber,
              (comparator, operator) -> Optional.empty()),
          new Adapter<>(
              NullComparator.class,
              new Support(true, true, true, OnKey.RANGES),
              (comparator, operator, column) ->
                  Optional.of(
                      operator.holds(VALUE_TO_NULL)
                          ? RowSet.of(new WhereClause.Present(column))
                          : RowSet.NONE),
              (comparator, operator) ->
                  Optional.of(operator.holds(VALUE_TO_NULL) ? RowRanges.ALL : RowRanges.NONE)),
          notOnValues(BitComparator.class, OnKey.EACH_CLOUD),
          notOnValues(RegexStringComparator.class, OnKey.EACH_CLOUD),
          notOnValues(SubstringComparator.class, OnKey.EACH_CLOUD),
          notOnValues(BinaryComponentComparator.class, OnKey.CLIENT),
          notOnValues(BigDecimalComparator.class, OnKey.CLIENT),
          new Adapter<>(
              WordComparator.class,
              new Support(false, false, false, OnKey.CLIENT),
              ComparatorRegistry::byWord,
              (comparator, operator) -> Optional.empty()));

  private static final Map<Class<?>, Adapter<?>> BY_TYPE =
      ADAPTERS.stream().collect(Collectors.toMap(Adapter::type, adapter -> adapter));

  private ComparatorRegistry() {}

  private static <C extends ByteArrayComparable> Adapter<C> notOnValues(Class<C> type, OnKey keys) {
    return new Adapter<>(
        type,
        new Support(false, false, false, keys),
        (comparator, operator, column) -> Optional.empty(),
        (comparator, operator) -> Optional.empty());
  }

  private static Optional<RowSet> asNumber(
      LongComparator comparator, Operator operator, QueryColumn column) {
    Comparison comparison = new Comparison(operator, Ordering.SIGNED);
    return column.protection().compares(comparison, comparator.getValue().length)
        ? Optional.of(RowSet.of(new WhereClause.Compare(column, comparison, comparator.getValue())))
        : Optional.empty();
  }

  /** The operator holds of the texts with the word, of the others, of both or of none. */
  private static Optional<RowSet> byWord(
      WordComparator comparator, Operator operator, QueryColumn column) {
    boolean ofThose = operator.holds(Ordering.byWord(true));
    boolean ofOthers = operator.holds(Ordering.byWord(false));
    if (!column.protection().compares(HAS_WORD, comparator.getValue().length)) {
      return Optional.empty();
    }
    if (ofThose == ofOthers) {
      return Optional.of(ofThose ? RowSet.of(new WhereClause.Present(column)) : RowSet.NONE);
    }
    return Optional.of(
        RowSet.of(
            WhereClause.compare(
                column,
                ofThose ? Operator.EQUAL : Operator.NOT_EQUAL,
                Ordering.WORDS,
                comparator.getValue())));
  }

  /** The adapters, in the order of the table. */
  static List<Adapter<?>> adapters() {
    return ADAPTERS;
  }

  /** The adapter of a comparator of a class that is in the table, and complete; else empty. */
  static Optional<Adapter<?>> adapter(ByteArrayComparable comparator) {
    return comparator == null || comparator.getValue() == null
        ? Optional.empty()
        : Optional.ofNullable(BY_TYPE.get(comparator.getClass()));
  }

  /** True if each cloud can run a comparator on any key or name of a column. */
  static boolean takesAnyKey(ByteArrayComparable comparator) {
    return adapter(comparator).filter(known -> known.support().keys() != OnKey.CLIENT).isPresent();
  }

  /**
   * Rows that have a column and whose newest value compares so.
   *
   * @return empty if the clouds cannot tell
   */
  static Optional<RowSet> onColumn(
      ByteArrayComparable comparator, CompareOperator operator, QueryColumn column) {
    return adapter(comparator)
        .flatMap(
            adapter ->
                operator(operator).flatMap(known -> adapter.onColumn(comparator, known, column)));
  }

  /**
   * Rows whose key compares so.
   *
   * @return empty if they are no ranges
   */
  static Optional<RowRanges> onKeys(ByteArrayComparable comparator, CompareOperator operator) {
    return adapter(comparator)
        .flatMap(adapter -> operator(operator).flatMap(known -> adapter.onKeys(comparator, known)));
  }

  /** The reason why the clouds cannot compare a column so. */
  static String obstacle(
      ByteArrayComparable comparator, CompareOperator operator, QueryColumn column) {
    if (operator(operator).isEmpty()) {
      return "operator " + operator + " is none of EQUAL to GREATER_OR_EQUAL";
    }
    if (comparator == null || comparator.getValue() == null) {
      return "it has no operand";
    }
    return "the clouds have no %s on %s columns"
        .formatted(Part.nameOf(comparator), column.protection());
  }

  /** The operator of the same name; empty for NO_OP, and for none. */
  private static Optional<Operator> operator(CompareOperator operator) {
    return operator == null || operator == CompareOperator.NO_OP
        ? Optional.empty()
        : Optional.of(Operator.valueOf(operator.name()));
  }

  /**
   * Rows by the bytewise order of a column's values, or of their own keys, and an operand or a
   * prefix.
   *
   * <p>HBase compares values and operands of any length; the clouds compare elements of a column's
   * type. The encodings of byte strings keep the bytewise order for operands of any length. Values
   * of int64 have eight bytes, so that a shorter operand stands between two of them, and a longer
   * one directly behind that of its first eight bytes.
   */
  private static final class BytewiseOrder {
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
     * @return empty if the clouds do not compare the column so, or the prefix is too long for a
     *     query
     */
    static Optional<RowSet> rowsByPrefix(QueryColumn column, Operator operator, byte[] prefix) {
      Optional<ValueType> type = column.protection().declaredType();
      if (type.isEmpty()) {
        return unboundedByPrefix(column, operator, prefix);
      }
      if (isInt64(column) && prefix.length > Long.BYTES) {
        return rows(column, operator, prefix);
      }
      if (!compares(column, Operator.LESS, isInt64(column) ? Long.BYTES : prefix.length)) {
        return Optional.empty();
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
      if (!compares(column, Operator.LESS, prefix.length)) {
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
      return column
          .protection()
          .compares(new Comparison(operator, Ordering.UNSIGNED), operandBytes);
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
}

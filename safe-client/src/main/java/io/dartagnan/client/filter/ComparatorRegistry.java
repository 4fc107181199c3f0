package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
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
 * The comparator classes of hbase-client 2.6. This is the table of what the clouds can compare; a
 * class that is not in it is an application's own and known to the client alone.
 */
final class ComparatorRegistry {

  /**
   * A comparator class of HBase, and what the clouds can do of it.
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
          notOnValues(BigDecimalComparator.class, OnKey.CLIENT));

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

  /** The adapters, in the order of the table. */
  static List<Adapter<?>> adapters() {
    return ADAPTERS;
  }

  /** The adapter of a comparator that is of a class of HBase itself, and complete; else empty. */
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
}

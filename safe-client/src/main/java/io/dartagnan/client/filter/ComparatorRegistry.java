package io.dartagnan.client.filter;

import io.dartagnan.client.filter.ComparatorAdapter.OnKey;
import io.dartagnan.client.filter.ComparatorAdapter.Support;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  /** The order of any value and of nothing, to HBase. */
  private static final int VALUE_TO_NULL = -1;

  private static final List<ComparatorAdapter<?>> ADAPTERS =
      List.of(
          new ComparatorAdapter<>(
              BinaryComparator.class,
              (comparator, operator, column) ->
                  BytewiseOrder.rows(column, operator, comparator.getValue()),
              (comparator, operator) ->
                  Optional.of(BytewiseOrder.rows(operator, comparator.getValue())),
              new Support(true, true, true, OnKey.RANGES)),
          new ComparatorAdapter<>(
              BinaryPrefixComparator.class,
              (comparator, operator, column) ->
                  BytewiseOrder.rowsByPrefix(column, operator, comparator.getValue()),
              (comparator, operator) ->
                  Optional.of(BytewiseOrder.rowsByPrefix(operator, comparator.getValue())),
              new Support(true, true, true, OnKey.RANGES)),
          new ComparatorAdapter<>(
              LongComparator.class,
              ComparatorRegistry::asNumber,
              (comparator, operator) -> Optional.empty(),
              new Support(true, false, false, OnKey.CLIENT)),
          new ComparatorAdapter<>(
              NullComparator.class,
              ComparatorRegistry::asPresence,
              (comparator, operator) ->
                  Optional.of(operator.holds(VALUE_TO_NULL) ? RowRanges.ALL : RowRanges.NONE),
              new Support(true, true, true, OnKey.RANGES)),
          ComparatorAdapter.notOnValues(BitComparator.class, OnKey.EACH_CLOUD),
          ComparatorAdapter.notOnValues(RegexStringComparator.class, OnKey.EACH_CLOUD),
          ComparatorAdapter.notOnValues(SubstringComparator.class, OnKey.EACH_CLOUD),
          ComparatorAdapter.notOnValues(BinaryComponentComparator.class, OnKey.CLIENT),
          ComparatorAdapter.notOnValues(BigDecimalComparator.class, OnKey.CLIENT));

  private static final Map<Class<?>, ComparatorAdapter<?>> BY_TYPE = new LinkedHashMap<>();

  static {
    ADAPTERS.forEach(adapter -> BY_TYPE.put(adapter.type(), adapter));
  }

  private ComparatorRegistry() {}

  /** The adapters, in the order of the table. */
  static List<ComparatorAdapter<?>> adapters() {
    return ADAPTERS;
  }

  /** True if a comparator is of a class of HBase itself, and complete. */
  static boolean isKnown(ByteArrayComparable comparator) {
    return comparator != null
        && comparator.getValue() != null
        && BY_TYPE.containsKey(comparator.getClass());
  }

  /** True if each cloud can run a comparator on any key or name of a column. */
  static boolean takesAnyKey(ByteArrayComparable comparator) {
    return isKnown(comparator)
        && BY_TYPE.get(comparator.getClass()).support().keys() != OnKey.CLIENT;
  }

  /**
   * Rows that have a column and whose newest value compares so.
   *
   * @return empty if the clouds cannot tell
   */
  static Optional<RowSet> onColumn(
      ByteArrayComparable comparator, CompareOperator operator, QueryColumn column) {
    return isKnown(comparator)
        ? operator(operator)
            .flatMap(
                known -> BY_TYPE.get(comparator.getClass()).onColumn(comparator, known, column))
        : Optional.empty();
  }

  /**
   * Rows whose key compares so.
   *
   * @return empty if they are no ranges
   */
  static Optional<RowRanges> onKeys(ByteArrayComparable comparator, CompareOperator operator) {
    return isKnown(comparator)
        ? operator(operator)
            .flatMap(known -> BY_TYPE.get(comparator.getClass()).onKeys(comparator, known))
        : Optional.empty();
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
        .formatted(FilterDescriptions.nameOf(comparator), column.protection());
  }

  private static Optional<Operator> operator(CompareOperator operator) {
    if (operator == null) {
      return Optional.empty();
    }
    return switch (operator) {
      case EQUAL -> Optional.of(Operator.EQUAL);
      case NOT_EQUAL -> Optional.of(Operator.NOT_EQUAL);
      case LESS -> Optional.of(Operator.LESS);
      case LESS_OR_EQUAL -> Optional.of(Operator.LESS_OR_EQUAL);
      case GREATER -> Optional.of(Operator.GREATER);
      case GREATER_OR_EQUAL -> Optional.of(Operator.GREATER_OR_EQUAL);
      case NO_OP -> Optional.empty();
    };
  }

  private static Optional<RowSet> asNumber(
      LongComparator comparator, Operator operator, QueryColumn column) {
    Comparison comparison = new Comparison(operator, Ordering.SIGNED);
    return column.protection().compares(comparison, comparator.getValue().length)
        ? Optional.of(RowSet.of(new WhereClause.Compare(column, comparison, comparator.getValue())))
        : Optional.empty();
  }

  private static Optional<RowSet> asPresence(
      NullComparator comparator, Operator operator, QueryColumn column) {
    return Optional.of(
        operator.holds(VALUE_TO_NULL) ? RowSet.of(new WhereClause.Present(column)) : RowSet.NONE);
  }
}

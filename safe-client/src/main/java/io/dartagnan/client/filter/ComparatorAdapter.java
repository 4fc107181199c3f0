package io.dartagnan.client.filter;

import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.query.QueryColumn;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;

/**
 * A comparator class of HBase, and what the clouds can do of it.
 *
 * @param type the class itself; a subclass may compare differently
 * @param onColumn what the clouds do of it on a column
 * @param onKeys the rows whose keys compare so
 * @param support where the clouds can run it
 */
record ComparatorAdapter<C extends ByteArrayComparable>(
    Class<C> type,
    OnColumn<C> onColumn,
    BiFunction<C, Operator, Optional<RowRanges>> onKeys,
    Support support) {

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

  /**
   * Columns and keys on which the clouds can run a comparator.
   *
   * @param int64 whether on protected int64 columns
   * @param bytes whether on protected bytes and string columns
   * @param plain whether on plain columns
   * @param keys where on keys
   */
  record Support(boolean int64, boolean bytes, boolean plain, OnKey keys) {}

  /** A comparator that the clouds cannot run on values. */
  static <C extends ByteArrayComparable> ComparatorAdapter<C> notOnValues(
      Class<C> type, OnKey keys) {
    return new ComparatorAdapter<>(
        type,
        (comparator, operator, column) -> Optional.empty(),
        (comparator, operator) -> Optional.empty(),
        new Support(false, false, false, keys));
  }

  Optional<RowSet> onColumn(ByteArrayComparable comparator, Operator operator, QueryColumn column) {
    return onColumn.rows(type.cast(comparator), operator, column);
  }

  Optional<RowRanges> onKeys(ByteArrayComparable comparator, Operator operator) {
    return onKeys.apply(type.cast(comparator), operator);
  }
}

package io.dartagnan.client.planner;

import io.dartagnan.client.plan.RowRanges;
import io.dartagnan.client.plan.RowSet;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.query.QueryColumn;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;

/**
 * A comparator class of HBase, and what the clouds can do of it.
 *
 * @param type the class itself; a subclass may compare differently
 * @param onColumn what the clouds do of it on a column
 * @param onKeys the rows whose keys compare so
 * @param support what it comes to, for the table of what is supported
 */
record ComparatorAdapter<C extends ByteArrayComparable>(
    Class<C> type, OnColumn<C> onColumn, OnKeys<C> onKeys, Support support) {

  /** A comparator on a column. */
  @FunctionalInterface
  interface OnColumn<C> {
    /**
     * Rows that have the column and whose newest value compares so; empty if the client decides.
     */
    Optional<RowSet> rows(C comparator, Operator operator, QueryColumn column);
  }

  /** A comparator on row keys. */
  @FunctionalInterface
  interface OnKeys<C> {
    /** Rows whose key compares so; empty if they are no ranges. */
    Optional<RowRanges> rows(C comparator, Operator operator);
  }

  /**
   * What a comparator comes to on columns of each type, and on row keys.
   *
   * @param int64 on protected int64 columns
   * @param bytes on protected bytes and string columns
   * @param plain on plain columns
   * @param keys on row keys; where it is no cloud, also on names of families and columns
   */
  record Support(String int64, String bytes, String plain, String keys) {
    static final String CLIENT = "client";
    static final String CLOUDS = "clouds";
    static final String EACH_CLOUD = "each cloud";
    static final String ROW_RANGES = "row ranges";
  }

  /** A comparator that the clouds cannot run on values; each can on keys. */
  static <C extends ByteArrayComparable> ComparatorAdapter<C> onKeysAlone(Class<C> type) {
    return local(type, Support.EACH_CLOUD);
  }

  /** A comparator that the clouds cannot run, and that may fail on a key. */
  static <C extends ByteArrayComparable> ComparatorAdapter<C> local(Class<C> type) {
    return local(type, Support.CLIENT);
  }

  private static <C extends ByteArrayComparable> ComparatorAdapter<C> local(
      Class<C> type, String keys) {
    return new ComparatorAdapter<>(
        type,
        (comparator, operator, column) -> Optional.empty(),
        (comparator, operator) -> Optional.empty(),
        new Support(Support.CLIENT, Support.CLIENT, Support.CLIENT, keys));
  }

  /**
   * True if it gives an answer for every key: a cloud must not fail where HBase does not ask it.
   */
  boolean takesAnyKey() {
    return !support.keys().equals(Support.CLIENT);
  }

  Optional<RowSet> onColumn(ByteArrayComparable comparator, Operator operator, QueryColumn column) {
    return onColumn.rows(type.cast(comparator), operator, column);
  }

  Optional<RowRanges> onKeys(ByteArrayComparable comparator, Operator operator) {
    return onKeys.rows(type.cast(comparator), operator);
  }
}

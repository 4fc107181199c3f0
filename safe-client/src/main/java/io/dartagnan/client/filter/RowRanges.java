package io.dartagnan.client.filter;

import java.util.List;
import org.apache.hadoop.hbase.client.ClientUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableRangeSet;
import org.apache.hbase.thirdparty.com.google.common.collect.Range;

/** A set of rows, as intervals of their keys. */
public final class RowRanges {
  private static final byte[] OPEN = {};

  /** All rows. */
  public static final RowRanges ALL = between(OPEN, OPEN);

  /** No row. */
  public static final RowRanges NONE = of(List.of());

  private final ImmutableRangeSet<Bytes> keys;

  private RowRanges(ImmutableRangeSet<Bytes> keys) {
    this.keys = keys;
  }

  /** The rows of some intervals, which may overlap, be empty, and come in any order. */
  public static RowRanges of(List<RowInterval> intervals) {
    return new RowRanges(
        ImmutableRangeSet.unionOf(
            intervals.stream()
                .filter(interval -> !interval.isEmpty())
                .map(RowRanges::keys)
                .toList()));
  }

  private static Range<Bytes> keys(RowInterval rows) {
    Range<Bytes> from =
        rows.start().length == 0 ? Range.all() : Range.atLeast(new Bytes(rows.start()));
    return rows.stop().length == 0
        ? from
        : from.intersection(Range.lessThan(new Bytes(rows.stop())));
  }

  /** The rows from {@code start} on and before {@code stop}; an empty stop is the table's end. */
  public static RowRanges between(byte[] start, byte[] stop) {
    return of(List.of(new RowInterval(start, stop)));
  }

  /** The rows before a key; none before the empty key. */
  public static RowRanges before(byte[] key) {
    return key.length == 0 ? NONE : between(OPEN, key);
  }

  /** The rows from a key on. */
  public static RowRanges from(byte[] key) {
    return between(key, OPEN);
  }

  /** One row. */
  public static RowRanges row(byte[] key) {
    return between(key, RowInterval.successor(key));
  }

  /** The rows that begin with a prefix. */
  public static RowRanges prefix(byte[] prefix) {
    return between(prefix, afterPrefix(prefix));
  }

  /** The rows between a scan's start and stop, whichever its direction. */
  public static RowRanges of(Scan scan) {
    return of(List.of(RowInterval.of(scan)));
  }

  /** The first key after all that begin with a prefix; empty if there is none. */
  public static byte[] afterPrefix(byte[] prefix) {
    // HBase gives an empty array for a prefix of 0xff bytes alone, and for none.
    return ClientUtil.calculateTheClosestNextRowKeyForPrefix(prefix);
  }

  /** The rows in both. */
  public RowRanges intersect(RowRanges other) {
    return new RowRanges(keys.intersection(other.keys));
  }

  /** The rows in either. */
  public RowRanges union(RowRanges other) {
    return new RowRanges(keys.union(other.keys));
  }

  /** True if a row is among them. */
  public boolean contains(byte[] row) {
    return keys.contains(new Bytes(row));
  }

  /** True if there can be no row. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** True if every row is among them. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** True if each is one row. */
  public boolean areRows() {
    return intervals().stream().allMatch(RowInterval::isOneRow);
  }

  /** The intervals: none empty, apart from each other, in ascending order. */
  public List<RowInterval> intervals() {
    return keys.asRanges().stream()
        .map(
            range ->
                new RowInterval(
                    range.hasLowerBound() ? range.lowerEndpoint().get() : OPEN,
                    range.hasUpperBound() ? range.upperEndpoint().get() : OPEN))
        .toList();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowRanges that && keys.equals(that.keys);
  }

  @Override
  public int hashCode() {
    return keys.hashCode();
  }

  /** The number of intervals; never a key. */
  @Override
  public String toString() {
    if (isAll() || isEmpty()) {
      return isAll() ? "all rows" : "no rows";
    }
    int size = keys.asRanges().size();
    return size == 1 ? "1 range of rows" : size + " ranges of rows";
  }
}

package io.dartagnan.client.filter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.ClientUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** A set of rows, as intervals of their keys. */
public final class RowRanges {
  private static final byte[] OPEN = {};

  /** All rows. */
  public static final RowRanges ALL = new RowRanges(List.of(new RowInterval(OPEN, OPEN)));

  /** No row. */
  public static final RowRanges NONE = new RowRanges(List.of());

  private final List<RowInterval> intervals;

  private RowRanges(List<RowInterval> intervals) {
    this.intervals = List.copyOf(intervals);
  }

  /** The rows of some intervals, which may overlap, be empty, and come in any order. */
  public static RowRanges of(List<RowInterval> intervals) {
    List<RowInterval> sorted =
        intervals.stream()
            .filter(interval -> !interval.isEmpty())
            .sorted(Comparator.comparing(RowInterval::start, Bytes.BYTES_COMPARATOR))
            .toList();
    List<RowInterval> merged = new ArrayList<>();
    for (RowInterval next : sorted) {
      RowInterval last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || isBefore(last.stop(), next.start())) {
        merged.add(next);
      } else {
        byte[] stop = endsLater(next, last) ? next.stop() : last.stop();
        merged.set(merged.size() - 1, new RowInterval(last.start(), stop));
      }
    }
    return new RowRanges(merged);
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
    List<RowInterval> common = new ArrayList<>();
    int here = 0;
    int there = 0;
    while (here < intervals.size() && there < other.intervals.size()) {
      RowInterval a = intervals.get(here);
      RowInterval b = other.intervals.get(there);
      byte[] start = Bytes.compareTo(a.start(), b.start()) > 0 ? a.start() : b.start();
      common.add(new RowInterval(start, endsLater(a, b) ? b.stop() : a.stop()));
      if (endsLater(a, b)) {
        there++;
      } else {
        here++;
      }
    }
    return of(common);
  }

  /** The rows in either. */
  public RowRanges union(RowRanges other) {
    return of(Stream.concat(intervals.stream(), other.intervals.stream()).toList());
  }

  /** True if a row is among them. */
  public boolean contains(byte[] row) {
    return intervals.stream().anyMatch(interval -> interval.contains(row));
  }

  /** True if there can be no row. */
  public boolean isEmpty() {
    return intervals.isEmpty();
  }

  /** True if every row is among them. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** The intervals: none empty, apart from each other, in ascending order. */
  public List<RowInterval> intervals() {
    return intervals;
  }

  private static boolean isBefore(byte[] stop, byte[] start) {
    return stop.length > 0 && Bytes.compareTo(stop, start) < 0;
  }

  private static boolean endsLater(RowInterval a, RowInterval b) {
    return b.stop().length > 0 && (a.stop().length == 0 || Bytes.compareTo(a.stop(), b.stop()) > 0);
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RowRanges that) || that.intervals.size() != intervals.size()) {
      return false;
    }
    for (int i = 0; i < intervals.size(); i++) {
      if (!Bytes.equals(intervals.get(i).start(), that.intervals.get(i).start())
          || !Bytes.equals(intervals.get(i).stop(), that.intervals.get(i).stop())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (RowInterval interval : intervals) {
      hash = 31 * hash + Bytes.hashCode(interval.start());
    }
    return hash;
  }

  /** The number of intervals; never a key. */
  @Override
  public String toString() {
    if (isAll() || isEmpty()) {
      return isAll() ? "all rows" : "no rows";
    }
    return intervals.size() == 1 ? "1 range of rows" : intervals.size() + " ranges of rows";
  }
}

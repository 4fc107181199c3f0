package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** A filter that lets the rows of some ranges pass, and includes all cells of a row or none. */
final class RowKeyNode extends LeafNode {
  private static final String SEALED = "clients encrypt the row keys";
  static final String UNORDERED =
      "clients encrypt the row keys, and all rows come, since that keeps no order";

  private final RowRanges ranges;
  private final boolean areRead;

  /**
   * A node.
   *
   * @param trait STRICT if {@code filterRow} too says that a row does not pass; ENDS_UNNOTICED if
   *     its cells alone do, and the filter ends the scan after its last row
   */
  private RowKeyNode(Filter filter, PlannedScan scan, RowRanges ranges, Trait trait) {
    super(Part.textOf(filter), Optional.empty(), Hiding.NOTHING, "", trait);
    this.ranges = ranges;
    this.areRead = scan.table().rowKeys().areOrdered() || ranges.areRows();
  }

  @Override
  Verdict verdict(View view) {
    RowSet rows = RowSet.of(ranges);
    RowSet kept = is(Trait.STRICT) ? rows : RowSet.ALL;
    return new Verdict(
        rows, kept, true, areRead ? partsAt(Place.ROW_RANGES) : localParts(UNORDERED));
  }

  static FilterNode prefix(PrefixFilter filter, PlannedScan scan) {
    byte[] prefix = filter.getPrefix();
    if (prefix == null) {
      return new RowKeyNode(filter, scan, RowRanges.NONE, Trait.STRICT);
    }
    if (scan.scan().isReversed() && isMissedInReverse(prefix)) {
      return withRowState(filter, "HBase may miss rows with such a prefix in reverse");
    }
    return comparesWithShorterKeys(prefix, scan)
        ? withRowState(
            filter, "HBase compares its prefix with what it stores behind a shorter row key")
        : new RowKeyNode(filter, scan, RowRanges.prefix(prefix), Trait.STRICT);
  }

  /**
   * True if a row key that is shorter than the prefix may pass, or end the scan: HBase goes on to
   * compare with the byte behind the key, the length of the family's name, and so on.
   */
  private static boolean comparesWithShorterKeys(byte[] prefix, PlannedScan scan) {
    int longest = scan.table().families().stream().mapToInt(each -> each.length).max().orElse(-1);
    return IntStream.range(1, prefix.length).anyMatch(i -> (prefix[i] & 0xff) <= longest);
  }

  /** True if the key to which HBase goes is not behind all that begin with the prefix. */
  private static boolean isMissedInReverse(byte[] prefix) {
    byte[] reversedHint = PrivateCellUtil.increaseLastNonMaxByte(prefix);
    return prefix.length > 0 && Bytes.compareTo(reversedHint, prefix) <= 0;
  }

  static FilterNode inclusiveStop(InclusiveStopFilter filter, PlannedScan scan) {
    byte[] stop = filter.getStopRowKey();
    RowRanges rows =
        scan.scan().isReversed()
            ? RowRanges.from(stop)
            : RowRanges.before(RowInterval.successor(stop));
    return new RowKeyNode(filter, scan, rows, Trait.ENDS_UNNOTICED);
  }

  static FilterNode rowRanges(MultiRowRangeFilter filter, PlannedScan scan) {
    // A RegionServer merges what the filter has merged before.
    List<RowRange> merged =
        MultiRowRangeFilter.sortAndMerge(new ArrayList<>(filter.getRowRanges()));
    return isSearchable(merged, scan.scan().isReversed())
        ? new RowKeyNode(filter, scan, union(merged), Trait.ENDS_UNNOTICED)
        : withRowState(
            filter,
            "HBase searches ranges by halves, which fails where some overlap, are empty or open");
  }

  private static RowRanges union(List<RowRange> ranges) {
    return RowRanges.of(ranges.stream().map(RowKeyNode::interval).toList());
  }

  private static RowInterval interval(RowRange range) {
    byte[] start = range.getStartRow();
    byte[] stop = range.getStopRow();
    return new RowInterval(
        range.isStartRowInclusive() ? start : RowInterval.successor(start),
        range.isStopRowInclusive() && stop.length > 0 ? RowInterval.successor(stop) : stop);
  }

  /** HBase searches the ranges by halves, by their starts or in reverse by their stops. */
  private static boolean isSearchable(List<RowRange> ranges, boolean reversed) {
    for (int i = 0; i < ranges.size(); i++) {
      RowRange range = ranges.get(i);
      byte[] stop = range.getStopRow();
      if (Bytes.equals(range.getStartRow(), stop) && !range.isStartRowInclusive()) {
        return false;
      }
      boolean last = i == ranges.size() - 1;
      if (stop.length == 0 && (reversed || !last)) {
        return false;
      }
      if (!last && Bytes.compareTo(stop, ranges.get(i + 1).getStartRow()) > 0) {
        return false;
      }
    }
    return true;
  }

  static FilterNode rowFilter(RowFilter filter, PlannedScan scan) {
    Optional<RowRanges> rows =
        filter.getCompareOperator() == CompareOperator.NO_OP
            ? Optional.of(RowRanges.NONE)
            : ComparatorRegistry.onKeys(filter.getComparator(), filter.getCompareOperator());
    if (rows.isPresent()) {
      return new RowKeyNode(filter, scan, rows.get(), Trait.STRICT);
    }
    boolean known = ComparatorRegistry.takesAnyKey(filter.getComparator());
    return onKeys(
        filter,
        scan,
        known,
        known ? "below MUST_PASS_ONE" : "its comparator may fail on some keys",
        Trait.STRICT,
        Trait.LEAVES_OTHERS_THEIR_ROWS);
  }

  static FilterNode fuzzy(FuzzyRowFilter filter, PlannedScan scan) {
    // In reverse, HBase may look for the next key for ever.
    return onKeys(
        filter,
        scan,
        !scan.scan().isReversed(),
        "it leads past rows",
        Trait.ENDS_UNNOTICED,
        Trait.PASSES_OVER_ROWS,
        Trait.LEAVES_OTHERS_THEIR_ROWS);
  }

  /**
   * A filter whose rows are not in ranges.
   *
   * @param eachCloud whether each cloud can run it
   * @param reason why the client judges it where the clouds do not
   */
  private static LeafNode onKeys(
      Filter filter, PlannedScan scan, boolean eachCloud, String reason, Trait... traits) {
    if (scan.table().rowKeys().areSealed()) {
      return new LeafNode(Part.textOf(filter), Optional.empty(), Hiding.NOTHING, SEALED, traits);
    }
    Optional<KeyFilter> onKeys =
        eachCloud ? Optional.of(KeyFilter.copyOf(filter, false)) : Optional.empty();
    return new LeafNode(Part.textOf(filter), onKeys, Hiding.NOTHING, reason, traits);
  }
}

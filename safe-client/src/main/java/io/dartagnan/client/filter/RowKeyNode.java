package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterAdapter.Support;
import io.dartagnan.client.filter.RowKeyNode.Says;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

/** A filter that decides on rows by their keys: includes all cells of a row or none. */
final class RowKeyNode extends LeafNode {
  private static final String ROW_RANGES = "row ranges";

  static final List<FilterAdapter<?>> ADAPTERS =
      List.of(
          new FilterAdapter<>(
              PrefixFilter.class,
              RowKeyNode::prefix,
              new Support(
                  ROW_RANGES,
                  "the client where HBase's own comparison errs: a prefix with a byte no greater"
                      + " than the length of a family's name, or in a reversed scan one that ends in"
                      + " 0xff; then "
                      + TreeAdapters.ALL_ROWS)),
          new FilterAdapter<>(
              InclusiveStopFilter.class,
              RowKeyNode::inclusiveStop,
              new Support(
                  ROW_RANGES,
                  "also in reversed scans; the client in a list below MUST_PASS_ONE, and then "
                      + TreeAdapters.ALL_ROWS)),
          new FilterAdapter<>(
              MultiRowRangeFilter.class,
              RowKeyNode::rowRanges,
              new Support(
                  ROW_RANGES,
                  "the client in a list below MUST_PASS_ONE, and where HBase's own search errs: merged"
                      + " ranges that overlap or are empty, or in a reversed scan are open; then "
                      + TreeAdapters.ALL_ROWS)),
          new FilterAdapter<>(
              RowFilter.class,
              RowKeyNode::rowFilter,
              new Support(
                  ROW_RANGES, "with a comparator that orders keys; with any other, each cloud")),
          new FilterAdapter<>(
              FuzzyRowFilter.class,
              RowKeyNode::fuzzy,
              new Support(
                  "each cloud",
                  "alone, or with MUST_PASS_ALL directly beside comparisons, PageFilter and"
                      + " RowFilter without ranges; elsewhere, and in reversed scans, the client,"
                      + " and "
                      + TreeAdapters.ALL_ROWS
                      + ". Which keys shorter than its own it lets pass depends on the rows before"
                      + " them in the same region, as in HBase, and so on where the clouds' tables"
                      + " are split")));

  /** Ways in which HBase hears that a row does not pass. */
  enum Says {
    /** By {@code filterRow} as well. */
    FILTER_ROW,
    /** By its cells alone; after its last row the filter ends the scan. */
    CELLS_AND_END,
    /** As that one, and it leads past rows that it does not let pass. */
    CELLS_AND_HINTS
  }

  private final Optional<RowRanges> ranges;
  private final Says says;
  private final Optional<KeyFilter> onKeys;
  private final String reason;

  private RowKeyNode(
      String text,
      Optional<RowRanges> ranges,
      Says says,
      Optional<KeyFilter> onKeys,
      String reason) {
    super(text);
    this.ranges = ranges;
    this.says = says;
    this.onKeys = onKeys;
    this.reason = reason;
  }

  /** A filter that lets the rows of some ranges pass, and no others. */
  static RowKeyNode ofRanges(String text, RowRanges ranges, Says says) {
    return new RowKeyNode(text, Optional.of(ranges), says, Optional.empty(), "");
  }

  /**
   * A filter whose rows are not in ranges.
   *
   * @param onKeys the filter, if each cloud can run it
   * @param reason why the client judges it where the clouds do not
   */
  static RowKeyNode ofKeys(String text, Optional<Filter> onKeys, Says says, String reason) {
    return new RowKeyNode(
        text,
        Optional.empty(),
        says,
        onKeys.map(filter -> KeyFilter.copyOf(filter, false)),
        reason);
  }

  @Override
  Verdict verdict(View view) {
    RowSet rows = ranges.map(RowSet::of).orElse(RowSet.ALL);
    RowSet kept = says == Says.FILTER_ROW ? rows : RowSet.ALL;
    if (ranges.isPresent()) {
      return new Verdict(rows, kept, true, List.of(partAt(Place.ROW_RANGES)));
    }
    boolean onClouds = onKeys().filter(view.onKeys()::allows).isPresent();
    List<FilterPart> parts = onClouds ? List.of(partAt(Place.CLOUDS_ON_KEYS)) : localParts(reason);
    return new Verdict(rows, kept, false, parts);
  }

  @Override
  boolean passesOverRows() {
    return says == Says.CELLS_AND_HINTS;
  }

  @Override
  boolean leavesOthersTheirRows() {
    return ranges.isEmpty();
  }

  @Override
  boolean isStrict() {
    return says == Says.FILTER_ROW;
  }

  @Override
  boolean endsUnnoticed() {
    return says != Says.FILTER_ROW;
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys;
  }

  private static FilterNode prefix(PrefixFilter filter, PlannedScan scan) {
    byte[] prefix = filter.getPrefix();
    if (prefix == null) {
      return RowKeyNode.ofRanges(FilterDescriptions.of(filter), RowRanges.NONE, Says.FILTER_ROW);
    }
    if (scan.scan().isReversed() && isMissedInReverse(prefix)) {
      return RowStateNode.of(filter, "HBase may miss rows with such a prefix in reverse");
    }
    return comparesWithShorterKeys(prefix, scan)
        ? RowStateNode.of(
            filter, "HBase compares its prefix with what it stores behind a shorter row key")
        : RowKeyNode.ofRanges(
            FilterDescriptions.of(filter), RowRanges.prefix(prefix), Says.FILTER_ROW);
  }

  /**
   * True if a row key that is shorter than the prefix may pass, or end the scan: HBase goes on to
   * compare with the byte behind the key, the length of the family's name, and so on.
   */
  private static boolean comparesWithShorterKeys(byte[] prefix, PlannedScan scan) {
    for (int i = 1; i < prefix.length; i++) {
      int next = prefix[i] & 0xff;
      if (scan.table().families().stream().anyMatch(family -> next <= family.length)) {
        return true;
      }
    }
    return false;
  }

  /** True if the key to which HBase goes is not behind all that begin with the prefix. */
  private static boolean isMissedInReverse(byte[] prefix) {
    byte[] reversedHint = PrivateCellUtil.increaseLastNonMaxByte(prefix);
    return prefix.length > 0 && Bytes.compareTo(reversedHint, prefix) <= 0;
  }

  private static FilterNode inclusiveStop(InclusiveStopFilter filter, PlannedScan scan) {
    byte[] stop = filter.getStopRowKey();
    RowRanges rows =
        scan.scan().isReversed()
            ? RowRanges.from(stop)
            : RowRanges.before(RowInterval.successor(stop));
    return RowKeyNode.ofRanges(FilterDescriptions.of(filter), rows, Says.CELLS_AND_END);
  }

  private static FilterNode rowRanges(MultiRowRangeFilter filter, PlannedScan scan) {
    // A RegionServer merges what the filter has merged before.
    List<RowRange> merged =
        MultiRowRangeFilter.sortAndMerge(new ArrayList<>(filter.getRowRanges()));
    return isSearchable(merged, scan.scan().isReversed())
        ? RowKeyNode.ofRanges(FilterDescriptions.of(filter), union(merged), Says.CELLS_AND_END)
        : RowStateNode.of(
            filter,
            "HBase searches ranges by halves, which fails where some overlap, are empty or open");
  }

  private static RowRanges union(List<RowRange> ranges) {
    RowRanges rows = RowRanges.NONE;
    for (RowRange range : ranges) {
      byte[] start = range.getStartRow();
      byte[] stop = range.getStopRow();
      rows =
          rows.union(
              RowRanges.between(
                  range.isStartRowInclusive() ? start : RowInterval.successor(start),
                  range.isStopRowInclusive() && stop.length > 0
                      ? RowInterval.successor(stop)
                      : stop));
    }
    return rows;
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

  private static FilterNode rowFilter(RowFilter filter, PlannedScan scan) {
    String text =
        FilterDescriptions.of(filter, filter.getCompareOperator(), filter.getComparator());
    Optional<RowRanges> rows =
        filter.getCompareOperator() == CompareOperator.NO_OP
            ? Optional.of(RowRanges.NONE)
            : ComparatorRegistry.onKeys(filter.getComparator(), filter.getCompareOperator());
    if (rows.isPresent()) {
      return RowKeyNode.ofRanges(text, rows.get(), Says.FILTER_ROW);
    }
    boolean known = ComparatorRegistry.takesAnyKey(filter.getComparator());
    return RowKeyNode.ofKeys(
        text,
        known ? Optional.of(filter) : Optional.empty(),
        Says.FILTER_ROW,
        known ? "below MUST_PASS_ONE" : "its comparator may fail on some keys");
  }

  private static FilterNode fuzzy(FuzzyRowFilter filter, PlannedScan scan) {
    // In reverse, HBase may look for the next key for ever.
    return RowKeyNode.ofKeys(
        FilterDescriptions.of(filter),
        scan.scan().isReversed() ? Optional.empty() : Optional.of(filter),
        Says.CELLS_AND_HINTS,
        "it leads past rows");
  }
}

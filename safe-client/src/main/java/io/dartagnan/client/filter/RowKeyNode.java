package io.dartagnan.client.filter;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.Filter;

/** A filter that decides on rows by their keys: includes all cells of a row or none. */
final class RowKeyNode extends LeafNode {

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
}

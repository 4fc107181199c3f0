package io.dartagnan.client.planner;

import io.dartagnan.client.plan.FilterPart;
import io.dartagnan.client.plan.Place;
import io.dartagnan.client.plan.RowSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;

/**
 * A {@code FuzzyRowFilter}: lets a row pass if its key matches as far as it goes. At a row that
 * does not match it leads HBase to the next key of full length that does, and so past shorter ones.
 */
final class FuzzyNode extends LeafNode {
  private final Optional<KeyFilter> onKeys;

  FuzzyNode(FuzzyRowFilter filter, PlannedScan scan) {
    super(FilterDescriptions.of(filter));
    // In reverse, HBase may look for the next key for ever.
    this.onKeys =
        scan.scan().isReversed() ? Optional.empty() : Optional.of(KeyFilter.copyOf(filter, false));
  }

  @Override
  Verdict verdict(View view) {
    boolean onClouds = onKeys().filter(view.onKeys()::allows).isPresent();
    List<FilterPart> parts =
        onClouds ? List.of(partAt(Place.CLOUDS_ON_KEYS)) : localParts("it leads past rows");
    return new Verdict(RowSet.ALL, RowSet.ALL, false, parts);
  }

  @Override
  boolean passesOverRows() {
    return true;
  }

  @Override
  boolean leavesOthersTheirRows() {
    return true;
  }

  @Override
  boolean isStrict() {
    return false;
  }

  @Override
  boolean endsUnnoticed() {
    return true;
  }

  @Override
  Optional<KeyFilter> onKeys() {
    return onKeys;
  }
}

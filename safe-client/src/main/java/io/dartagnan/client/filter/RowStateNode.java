package io.dartagnan.client.filter;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.Filter;

/** A filter whose answer to a row depends on the rows before it, or may do so. */
final class RowStateNode extends FilterNode {
  private final List<FilterPart> parts;
  private final String reason;

  /**
   * A node.
   *
   * @param parts the filter, and those in it
   */
  RowStateNode(String reason, List<FilterPart> parts) {
    this.parts = parts;
    this.reason = reason;
  }

  /** Makes one of a single filter. */
  static RowStateNode of(Filter filter, String reason) {
    return new RowStateNode(
        reason, List.of(FilterPart.local(FilterDescriptions.of(filter), reason)));
  }

  @Override
  Verdict verdict(View view) {
    return Verdict.unknown(parts);
  }

  @Override
  List<FilterPart> localParts(String because) {
    return parts;
  }

  @Override
  Optional<String> rowState() {
    return Optional.of(reason);
  }

  @Override
  boolean isStrict() {
    return false;
  }
}

package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A filter that holds no other. */
abstract class LeafNode extends FilterNode {
  private final String text;
  private final Optional<QueryColumn> column;

  /**
   * A leaf.
   *
   * @param text class, column and operator; never an operand
   */
  LeafNode(String text) {
    this(text, Optional.empty());
  }

  LeafNode(String text, Optional<QueryColumn> column) {
    this.text = text;
    this.column = column;
  }

  /** The column whose values it compares, if the table and the scan have it. */
  final Optional<QueryColumn> column() {
    return column;
  }

  @Override
  final Stream<QueryColumn> columns() {
    return column.stream();
  }

  @Override
  List<FilterPart> localParts(String because) {
    return List.of(FilterPart.local(text, because));
  }

  /** The verdict of a filter that decides in filterRow alone on the very rows that pass. */
  final Verdict decided(Place place, RowSet kept) {
    return new Verdict(RowSet.ALL, kept, true, List.of(FilterPart.at(place, text)));
  }

  /** The verdict of a filter of which rows that it keeps are known, but not all of its meaning. */
  final Verdict narrowed(RowSet included, RowSet kept, String because) {
    return new Verdict(included, kept, false, localParts(because));
  }

  final FilterPart partAt(Place place) {
    return FilterPart.at(place, text);
  }
}

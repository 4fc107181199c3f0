package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A filter of a tree, with those of its properties on which it depends what the clouds can do of
 * the tree. The defaults are those of a filter that keeps nothing in mind, includes all cells of a
 * row or lets {@code filterRow} drop it, and needs all families.
 */
abstract class FilterNode {

  /** The rows that it may let pass. */
  abstract Verdict verdict(View view);

  /** Its parts, judged at the client for a reason; a part may know a better one. */
  abstract List<FilterPart> localParts(String because);

  /**
   * The reason why its answer to a row depends on the rows before, so that none may be left out;
   * empty if it does not.
   */
  Optional<String> rowState() {
    return Optional.empty();
  }

  /**
   * True if it leads HBase past rows that its own rule would let pass. Which ones depends on the
   * rows before, and on the other filters that HBase asks first.
   */
  boolean passesOverRows() {
    return false;
  }

  /** True if it does not change which rows a filter beside it in a list leads HBase past. */
  boolean leavesOthersTheirRows() {
    return false;
  }

  /** True if it included every cell that it saw of a row, unless {@code filterRow} is true. */
  boolean isStrict() {
    return true;
  }

  /**
   * True if it may end the scan, for which {@code filterRow} gives no sign. A list with
   * MUST_PASS_ONE shows an ended list no cells and asks for its {@code filterRow} all the same.
   */
  boolean endsUnnoticed() {
    return false;
  }

  /** True if HBase reads every family before it asks for {@code filterRow}. */
  boolean needsAllFamilies() {
    return true;
  }

  /**
   * True if {@code filterRowCells} may take cells out, and HBase then not ask {@code filterRow}.
   */
  boolean removesCells() {
    return false;
  }

  /** True if it counts the rows that pass the filters before it. */
  boolean countsRows() {
    return false;
  }

  /** True if what it says of a cell depends on how many cells it saw. */
  boolean countsCells() {
    return false;
  }

  /** True if what it says of a cell depends on the column's name alone. */
  boolean decidesByName() {
    return false;
  }

  /** The cells of a column that it hides from others, in rows that it lets pass. */
  Hiding hiding(QueryColumn column) {
    return Hiding.NOTHING;
  }

  /** The cells of a column that it hides from others, in any row of which it includes a cell. */
  Hiding hidingInAnyRow(QueryColumn column) {
    return hiding(column);
  }

  /** Rows of which {@code filterRowCells} may leave a cell. */
  RowSet survivors() {
    return RowSet.ALL;
  }

  /** A filter that each cloud may run in its place; empty if it looks at values. */
  Optional<KeyFilter> onKeys() {
    return Optional.empty();
  }

  /** The columns by whose values it judges rows. */
  Stream<QueryColumn> columns() {
    return Stream.empty();
  }
}

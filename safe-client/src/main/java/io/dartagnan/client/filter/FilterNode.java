package io.dartagnan.client.filter;

import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.filter.KeyFilters.KeyFilter;
import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A filter of a tree, with those of its properties on which it depends what the clouds can do of
 * the tree.
 */
abstract class FilterNode {

  /** Properties that a filter has or lacks. */
  enum Trait {
    /** It included every cell that it saw of a row, unless {@code filterRow} is true. */
    STRICT,
    /**
     * It leads HBase past rows that its own rule would let pass. Which ones depends on the rows
     * before, and on the other filters that HBase asks first.
     */
    PASSES_OVER_ROWS,
    /** It does not change which rows a filter beside it in a list leads HBase past. */
    LEAVES_OTHERS_THEIR_ROWS,
    /**
     * It may end the scan, for which {@code filterRow} gives no sign. A list with MUST_PASS_ONE
     * shows an ended list no cells and asks for its {@code filterRow} all the same.
     */
    ENDS_UNNOTICED,
    /** HBase may ask for {@code filterRow} before it has read every family. */
    NEEDS_SOME_FAMILIES,
    /** {@code filterRowCells} may take cells out, and HBase then not ask {@code filterRow}. */
    REMOVES_CELLS,
    /** What it takes out of a row has matched; so the row passes without {@code filterRow} too. */
    REMOVES_ONLY_MATCHES,
    /** It counts the rows that pass the filters before it. */
    COUNTS_ROWS,
    /** What it says of a cell depends on how many cells it saw. */
    COUNTS_CELLS,
    /** What it says of a cell depends on the column's name alone. */
    DECIDES_BY_NAME,
    /** It decides on rows alone: one that passes has all its cells, as they are. */
    CHOOSES_WHOLE_ROWS
  }

  /**
   * Rows that a filter may let pass, in the two ways in which HBase asks it: cell by cell, and once
   * at the end of a row. Both sets may be too large.
   *
   * @param included every row of which the filter includes a cell
   * @param kept every row for which {@code filterRow} is false
   * @param exact whether the rows in both are the very rows that the filter lets pass
   * @param parts the filters of the tree and where they are judged
   */
  record Verdict(RowSet included, RowSet kept, boolean exact, List<Part> parts) {

    /** The verdict of a filter that says nothing before it has seen the row at the client. */
    static Verdict unknown(List<Part> parts) {
      return new Verdict(RowSet.ALL, RowSet.ALL, false, parts);
    }

    /** The same rows, judged at the client as well. */
    Verdict madeLocal(String because) {
      return new Verdict(
          included, kept, false, parts.stream().map(part -> part.madeLocal(because)).toList());
    }

    /** The same rows, judged at another place. */
    Verdict at(Place place) {
      return new Verdict(
          included,
          kept,
          exact,
          parts.stream().map(part -> Part.at(place, part.filter())).toList());
    }

    /** The same without what is known of {@code filterRow}. */
    Verdict withoutKept(String because) {
      return new Verdict(included, RowSet.ALL, false, parts).madeLocal(because);
    }
  }

  /**
   * Place of a filter in the tree, as far as it matters to what the filter sees.
   *
   * @param hidden for a column, the cells that the filter does not see
   * @param belowReversedOr whether a list with MUST_PASS_ONE stands above it and the scan is
   *     reversed; such a list may pass over cells to which one of its filters led HBase, and does
   *     not show them to that filter
   * @param onKeys the key filters here that the clouds run
   */
  record View(
      Function<QueryColumn, Hidden> hidden, boolean belowReversedOr, KeyFilters.Use onKeys) {

    /** The view of one that also does not see some other cells. */
    View without(Function<QueryColumn, Hidden> more) {
      return new View(
          column -> hidden.apply(column).or(more.apply(column)), belowReversedOr, onKeys);
    }

    /** The view of a filter in a list with MUST_PASS_ONE: the others hide nothing from it. */
    View inOr(boolean reversed) {
      return new View(hidden, reversed, KeyFilters.Use.NONE);
    }
  }

  /** Cells of a column that a filter does not get to see, because of a filter beside it. */
  enum Hidden {
    /** It sees the newest version, if there is one. */
    NOTHING,
    /** It may see no version; the first that it sees is the newest. */
    COLUMN,
    /** It may see no version, or an older one first. */
    VERSIONS;

    /** The cells that both hide. */
    Hidden and(Hidden other) {
      return compareTo(other) <= 0 ? this : other;
    }

    /** The cells that either hides. */
    Hidden or(Hidden other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  /**
   * Cells of one column that a filter in a list with MUST_PASS_ALL keeps from the others, in rows
   * that it lets pass.
   *
   * @param before from filters that stand before it: cells that it makes HBase skip
   * @param after from filters that stand behind it: these, and cells that it does not include
   */
  record Hiding(Hidden before, Hidden after) {
    static final Hiding NOTHING = new Hiding(Hidden.NOTHING, Hidden.NOTHING);
    static final Hiding COLUMN = new Hiding(Hidden.COLUMN, Hidden.COLUMN);

    /** Those before it see each column's newest version first, since it moves on one by one. */
    static final Hiding LATER_VERSIONS = new Hiding(Hidden.NOTHING, Hidden.VERSIONS);

    static final Hiding VERSIONS = new Hiding(Hidden.VERSIONS, Hidden.VERSIONS);

    /** Hides what both do. */
    Hiding and(Hiding other) {
      return new Hiding(before.and(other.before), after.and(other.after));
    }

    /** Hides what either does. */
    Hiding or(Hiding other) {
      return new Hiding(before.or(other.before), after.or(other.after));
    }
  }

  /** True if it has a property. */
  abstract boolean is(Trait trait);

  /** The rows that it may let pass. */
  abstract Verdict verdict(View view);

  /** The verdict of a {@code SkipFilter} around it; empty if only the client knows. */
  Optional<Verdict> inSkip(View view) {
    return Optional.empty();
  }

  /** Its parts, judged at the client for a reason; a part may know a better one. */
  abstract List<Part> localParts(String because);

  /**
   * The reason why its answer to a row depends on the rows before, so that none may be left out;
   * empty if it does not.
   */
  Optional<String> rowState() {
    return Optional.empty();
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

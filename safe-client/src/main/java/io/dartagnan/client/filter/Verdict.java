package io.dartagnan.client.filter;

import java.util.List;

/**
 * Rows that a filter may let pass, in the two ways in which HBase asks it: cell by cell, and once
 * at the end of a row. Both sets may be too large.
 *
 * @param included every row of which the filter includes a cell
 * @param kept every row for which {@code filterRow} is false
 * @param exact whether the rows in both are the very rows that the filter lets pass
 * @param parts the filters of the tree and where they are judged
 */
record Verdict(RowSet included, RowSet kept, boolean exact, List<FilterPart> parts) {

  /** The verdict of a filter that says nothing before it has seen the row at the client. */
  static Verdict unknown(List<FilterPart> parts) {
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
        parts.stream().map(part -> FilterPart.at(place, part.filter())).toList());
  }

  /** The same without what is known of {@code filterRow}. */
  Verdict withoutKept(String because) {
    return new Verdict(
        included, RowSet.ALL, false, parts.stream().map(part -> part.madeLocal(because)).toList());
  }
}

package io.dartagnan.server.evaluation.row;

import java.util.List;

/** A row as this party's store holds it. */
public interface StoredRow {

  /** The row key. */
  byte[] key();

  /**
   * The versions of one of the query's columns, newest first; none when the row lacks it. Of the
   * pseudo-column of any cell they are all cells, in the store's order.
   *
   * @param column the column's place in the query's list
   */
  List<Version> versions(int column);

  /**
   * The number of those versions that are known to be at all three parties, so that they may have
   * taken the place of older ones.
   *
   * @param column the column's place in the query's list
   */
  int settledVersions(int column);
}

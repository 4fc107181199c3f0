package io.dartagnan.server.query.agreement;

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

  /** The newest timestamp of any cell, also of columns that the query does not name. */
  long newest();
}

package io.dartagnan.client.filter;

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

  /** Hides what both do. */
  Hiding and(Hiding other) {
    return new Hiding(before.and(other.before), after.and(other.after));
  }

  /** Hides what either does. */
  Hiding or(Hiding other) {
    return new Hiding(before.or(other.before), after.or(other.after));
  }
}

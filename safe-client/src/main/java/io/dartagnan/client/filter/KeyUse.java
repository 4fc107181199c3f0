package io.dartagnan.client.filter;

/** Key filters of a tree that the clouds may run in its place. */
enum KeyUse {
  /** None: another filter may let pass what they drop. */
  NONE,
  /** Those that drop whole rows. */
  ROWS,
  /** Those that drop cells as well. */
  ROWS_AND_CELLS;

  /** True if a key filter may run on the clouds. */
  boolean allows(KeyFilter filter) {
    return filter.dropsCells() ? this == ROWS_AND_CELLS : this != NONE;
  }
}

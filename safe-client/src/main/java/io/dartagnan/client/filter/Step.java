package io.dartagnan.client.filter;

/** Decision about one cell: whether it is returned, and how far the family is read on from it. */
record Step(boolean include, Move move) {

  /** Distance to the cell that is looked at next; each is at least as far as the one before. */
  enum Move {
    CELL,
    COLUMN,
    ROW,
    /** Wherever the filter says. */
    HINT
  }

  static final Step SKIP = new Step(false, Move.CELL);
  static final Step NEXT_COLUMN = new Step(false, Move.COLUMN);
  static final Step NEXT_ROW = new Step(false, Move.ROW);
  static final Step TO_HINT = new Step(false, Move.HINT);
  static final Step INCLUDE = new Step(true, Move.CELL);
  static final Step INCLUDE_THEN_COLUMN = new Step(true, Move.COLUMN);
  static final Step INCLUDE_THEN_ROW = new Step(true, Move.ROW);

  Step atLeast(Move other) {
    return move.compareTo(other) >= 0 ? this : new Step(include, other);
  }

  Step excluded() {
    return new Step(false, move);
  }
}

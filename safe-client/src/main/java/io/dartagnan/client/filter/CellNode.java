package io.dartagnan.client.filter;

import io.dartagnan.query.QueryColumn;

/** A filter that only the client can judge, and whose answer to a row depends on no other row. */
final class CellNode extends LeafNode {

  /** Effect of such a filter on the cells of a row that it lets pass. */
  enum Effect {
    /** Includes all, or {@code filterRow} drops the row. */
    ALL_OR_NONE,
    /** Leaves out some cells by themselves. */
    LEAVES_OUT_VERSIONS,
    /** Includes the first of them, or some, by their number. */
    COUNTS
  }

  private final String reason;
  private final Effect effect;
  private final boolean countsRows;

  private CellNode(String text, String reason, Effect effect, boolean countsRows) {
    super(text);
    this.reason = reason;
    this.effect = effect;
    this.countsRows = countsRows;
  }

  /** A filter with an effect on cells. */
  static CellNode of(String text, Effect effect, String reason) {
    return new CellNode(text, reason, effect, false);
  }

  /** A filter that counts rows in {@code filterRow}, and ends the scan. */
  static CellNode countingRows(String text, String reason) {
    return new CellNode(text, reason, Effect.ALL_OR_NONE, true);
  }

  @Override
  Verdict verdict(View view) {
    return narrowed(RowSet.ALL, RowSet.ALL, reason);
  }

  @Override
  boolean leavesOthersTheirRows() {
    return effect == Effect.ALL_OR_NONE;
  }

  @Override
  boolean isStrict() {
    return effect == Effect.ALL_OR_NONE;
  }

  @Override
  boolean countsRows() {
    return countsRows;
  }

  @Override
  boolean countsCells() {
    return effect == Effect.COUNTS;
  }

  @Override
  Hiding hiding(QueryColumn column) {
    return switch (effect) {
      case ALL_OR_NONE -> Hiding.NOTHING;
      // Those before it see each column's newest version first, since it moves on one by one.
      case LEAVES_OUT_VERSIONS -> new Hiding(Hidden.NOTHING, Hidden.VERSIONS);
      case COUNTS -> Hiding.COLUMN;
    };
  }
}

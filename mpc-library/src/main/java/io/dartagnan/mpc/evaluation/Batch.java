package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;

/**
 * One party's part of the rows of a batch, one row per lane. The three parties have agreed on the
 * rows and on their order.
 *
 * <p>A row that lacks a shared column still has a lane, and what its verdict is depends on the
 * predicate alone. With {@code c} the column's number and {@code condition} the comparison,
 *
 * <pre>
 *   rows without it are dropped     AND(present(c), condition)         setFilterIfMissing(true)
 *   rows without it are kept        OR(NOT(present(c)), condition)     setFilterIfMissing(false)
 * </pre>
 *
 * where present is {@link PublicCondition#present}. Such lanes are decided without the comparison
 * and take no part in it. A predicate that compares a column and does not ask for its presence is
 * evaluated on whatever was put into the lane, and the verdict on that becomes known: something
 * about the operand.
 */
public interface Batch {

  /** Number of rows, 1 or more. */
  int lanes();

  /**
   * This party's shares of a column in some of the lanes. Asked for once per column and evaluation,
   * for the columns of shared conditions alone, and only of lanes that public conditions do not
   * decide.
   *
   * @param lanes 1 or more, ascending, each below {@link #lanes}; to be left as they are
   * @return one element for each of {@code lanes}, in that order; for a row that lacks the column
   *     any element, such as zeros
   */
  Shares shares(int column, int[] lanes);

  /**
   * The bits of the rows that satisfy a public condition; those that lack its column do not. Asked
   * for once per condition and evaluation.
   *
   * @return one bit per lane, 64 lanes to a word, the same at all parties; bits past the last lane
   *     mean nothing
   */
  long[] bits(PublicCondition condition);
}

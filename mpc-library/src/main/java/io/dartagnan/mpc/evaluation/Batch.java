package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;

/**
 * What one party holds of the rows of a batch, one row per lane. The three parties have agreed on
 * the rows and on their order.
 *
 * <p>A row that lacks a shared column still has a lane: put any element there, zeros for instance,
 * and let the predicate ask for the column's presence, which is public. With {@code c} the column's
 * number and {@code condition} the comparison,
 *
 * <pre>
 *   rows without it are dropped     AND(present(c), condition)         setFilterIfMissing(true)
 *   rows without it are kept        OR(NOT(present(c)), condition)     setFilterIfMissing(false)
 * </pre>
 *
 * where present is {@link PublicCondition#present}. Without that the verdict on what was put into
 * the lane becomes known, and it is something about the operand. Where one condition is all there
 * is, leave such rows out of the batch: that reveals nothing either, and a lone comparison costs
 * less to reveal than one that stays shared.
 */
public interface Batch {

  /** How many rows there are, 1 or more. */
  int lanes();

  /**
   * This party's shares of a column, one element per lane. Asked for once per column and
   * evaluation, for the columns of shared conditions alone.
   */
  Shares shares(int column);

  /**
   * Which rows satisfy a public condition; those that lack its column do not.
   *
   * @return one bit per lane, 64 lanes to a word, the same at all parties; bits past the last lane
   *     mean nothing
   */
  long[] bits(PublicCondition condition);
}

package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Rows that the three parties have agreed on, one per lane, in order: the same at all of them.
 *
 * @param <R> a row as this party stores it
 */
public interface AgreedBatch<R> {

  /** The batch's context, on stream 0; used for the agreement alone so far. */
  Context context();

  /**
   * Name of the agreed rows and versions: part of the label of every step that computes on them, so
   * that parties that agreed on different ones do not answer each other.
   */
  String label();

  /** Number of rows, possibly 0. */
  int rows();

  /** The key of a row. */
  byte[] key(int lane);

  /**
   * The rows whose keys satisfy a condition, one bit per lane, 64 lanes to a word. They are in the
   * scan's order, so that those before and behind the operand are found by halving.
   */
  default long[] keyBits(PublicCondition condition) {
    byte[] operand = condition.operand();
    boolean descends = rows() > 1 && Arrays.compareUnsigned(key(0), key(rows() - 1)) > 0;
    IntUnaryOperator order =
        lane -> Arrays.compareUnsigned(key(lane), operand) * (descends ? -1 : 1);
    int before = first(lane -> order.applyAsInt(lane) < 0);
    int through = first(lane -> order.applyAsInt(lane) <= 0);
    long[] bits = new long[BitPlanes.words(rows())];
    for (int lane = 0; lane < rows(); lane++) {
      int sign = lane < before ? -1 : lane < through ? 0 : 1;
      if (condition.comparison().operator().holds(descends ? -sign : sign)) {
        bits[lane / Long.SIZE] |= 1L << lane % Long.SIZE;
      }
    }
    return bits;
  }

  /** Number of the first rows of which something holds that holds of no row behind them. */
  private int first(IntPredicate holds) {
    int low = 0;
    int high = rows();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The query's columns as the library reads them; not to be asked for when there are no rows.
   *
   * <p>Its methods throw an {@link UnanswerableQueryException} for a stored value that does not fit
   * the query.
   */
  Batch lanes();

  /**
   * The rows of which the parties cannot tell whether they match, whatever the columns say: they
   * are returned, and the client reads them again. One bit per lane, 64 lanes to a word.
   */
  long[] undecided();

  /**
   * Whole rows, with all cells that the scan selects.
   *
   * @param chosen one bit per lane, 64 lanes to a word: those that are wanted
   * @return in order; without any that the scan selects no cell of
   * @throws IOException if the store cannot be read; another attempt may succeed
   */
  List<R> stored(long[] chosen) throws IOException;

  /**
   * The last row that is covered, whether it is in the batch or not; null if {@link #isLast}. Not
   * to be changed.
   */
  byte[] throughRow();

  /** Whether nothing is left of the range. */
  boolean isLast();

  /** Frees what the batch holds; called once, when nobody uses the batch any more. */
  void release();
}

package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;

/** A family of protocols for comparing shared values, selected by name. Without state. */
public interface ProtocolSuite {

  /** What a query calls it. */
  String name();

  /**
   * Compares every lane of a batch with one operand. Reveals nothing.
   *
   * @param context the batch's; the three parties call with the same comparison, ring and number of
   *     lanes
   * @param comparison operator and ordering
   * @param ring where values and operand live
   * @param values this party's additive shares, one element per lane; at least one lane
   * @param operand this party's additive share of the operand, one element
   * @return this party's xor share of the answer, one bit per lane, 64 lanes to a word; bits past
   *     the last lane mean nothing
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  long[] compare(Context context, Comparison comparison, Ring ring, long[] values, long[] operand);
}

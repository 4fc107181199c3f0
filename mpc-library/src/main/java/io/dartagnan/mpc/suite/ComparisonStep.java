package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;

/** How a suite begins a comparison, before anything is sent. */
public final class ComparisonStep {
  private ComparisonStep() {}

  /**
   * Refuses what does not fit, and names the step after what is asked of what: a party that asks
   * something else sends and awaits messages of other steps, and no party gets an answer.
   *
   * @return the step that the comparison's messages and streams belong to
   * @throws IllegalArgumentException if the shares are another party's, or are not a batch and one
   *     operand shared alike
   */
  public static Context begin(
      Context context, Comparison comparison, Shares values, Shares operand) {
    values.requireHeldBy(context.self());
    values.requireComparableWith(operand);
    return context.narrow(comparison.label() + "-" + values.label());
  }
}

package io.dartagnan.mpc.harness;

import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.util.Arrays;

/** Evaluation of a predicate of conditions in the clear, as one cloud evaluates it by itself. */
public final class PublicPredicate {
  private PublicPredicate() {}

  /** Returns whether a row whose columns all have this value satisfies it. */
  public static boolean holds(Predicate predicate, byte[] value) {
    if (predicate instanceof Predicate.And and) {
      return and.children().stream().allMatch(each -> holds(each, value));
    }
    if (predicate instanceof Predicate.Or or) {
      return or.children().stream().anyMatch(each -> holds(each, value));
    }
    if (predicate instanceof Predicate.Not not) {
      return !holds(not.child(), value);
    }
    PublicCondition condition = (PublicCondition) predicate;
    int order = Arrays.compareUnsigned(value, condition.operand());
    return condition.isPresence() || condition.comparison().operator().holds(order);
  }
}

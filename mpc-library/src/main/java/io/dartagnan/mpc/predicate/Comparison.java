package io.dartagnan.mpc.predicate;

import java.util.Locale;

/**
 * {@code value operator operand} under an ordering. Equality of elements is the same under both of
 * theirs.
 */
public record Comparison(Operator operator, Ordering ordering) {

  /**
   * Its name in a step's label, so that parties that ask different things do not answer each other.
   */
  public String label() {
    return (operator + "-" + ordering).toLowerCase(Locale.ROOT);
  }
}

package io.dartagnan.mpc.predicate;

import io.dartagnan.mpc.sharing.Shares;
import java.util.Arrays;
import java.util.Objects;

/**
 * A comparison of a shared column with a shared operand. Which column, and which comparison, all
 * parties know; what it is compared with, none does.
 *
 * @param column which column of the query's list, 0 to {@link Condition#MAX_COLUMN}
 * @param comparison operator and ordering
 * @param operand this party's shares of one element, shared as the column is
 */
public record SharedCondition(int column, Comparison comparison, Shares operand)
    implements Condition {

  /**
   * Checks column and operand, and takes a copy of the operand.
   *
   * @throws IllegalArgumentException if the column is out of range, the operand not one element, or
   *     the ordering none of elements
   */
  public SharedCondition {
    Condition.requireColumn(column);
    Objects.requireNonNull(comparison, "comparison");
    if (operand.lanes() != 1) {
      throw new IllegalArgumentException(
          "%d operands were given for a condition on column %d, it takes exactly one"
              .formatted(operand.lanes(), column));
    }
    if (!Ordering.OF_ELEMENTS.contains(comparison.ordering())) {
      throw new IllegalArgumentException(
          "the ordering %s was given for a shared condition on column %d, its elements have %s"
              .formatted(comparison.ordering(), column, Ordering.OF_ELEMENTS));
    }
    operand = copy(operand);
  }

  /** This party's shares of the operand, in new arrays. */
  @Override
  public Shares operand() {
    return copy(operand);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SharedCondition that
        && column == that.column
        && comparison.equals(that.comparison)
        && operand.holder() == that.operand.holder()
        && operand.sharing() == that.operand.sharing()
        && operand.ring().equals(that.operand.ring())
        && Arrays.equals(operand.own(), that.operand.own())
        && Arrays.equals(operand.next(), that.operand.next());
  }

  @Override
  public int hashCode() {
    return Objects.hash(column, comparison);
  }

  /** Column and operator, never the operand. */
  @Override
  public String toString() {
    return "#%d %s ?".formatted(column, comparison.operator().symbol());
  }

  private static Shares copy(Shares shares) {
    return new Shares(
        shares.holder(),
        shares.sharing(),
        shares.ring(),
        shares.own().clone(),
        shares.next() == null ? null : shares.next().clone());
  }
}

package io.dartagnan.mpc.predicate;

import java.util.Arrays;
import java.util.Objects;

/**
 * A comparison of what each party stores of a column with an operand that all parties know. Whoever
 * holds the rows evaluates it; the protocols see public bits.
 *
 * <p>A row that lacks the column does not satisfy the condition, whatever the operator. So {@link
 * #present} can ask for nothing but the column's presence, which is public of every column, shared
 * ones included.
 *
 * @param column which column of the query's list, 0 to {@link Condition#MAX_COLUMN}
 * @param comparison operator and ordering
 * @param operand 0 to {@link #MAX_OPERAND_BYTES} bytes, exactly 8 under the signed ordering
 */
public record PublicCondition(int column, Comparison comparison, byte[] operand)
    implements Condition {

  /** The longest operand. */
  public static final int MAX_OPERAND_BYTES = 0xffff;

  private static final Comparison PRESENCE =
      new Comparison(Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED);

  /**
   * Checks column and operand, and takes a copy of the operand.
   *
   * @throws IllegalArgumentException if the column is out of range, or the operand's length
   */
  public PublicCondition {
    Condition.requireColumn(column);
    Objects.requireNonNull(comparison, "comparison");
    if (operand.length > MAX_OPERAND_BYTES) {
      throw new IllegalArgumentException(
          "an operand of %d bytes was given for column %d, %d are allowed"
              .formatted(operand.length, column, MAX_OPERAND_BYTES));
    }
    if (comparison.ordering() == Ordering.SIGNED && operand.length != Long.BYTES) {
      throw new IllegalArgumentException(
          "an operand of %d bytes was given for a signed comparison with column %d, it takes the %d bytes of a big-endian long"
              .formatted(operand.length, column, Long.BYTES));
    }
    operand = operand.clone();
  }

  /**
   * The condition that a row has the column: its value, whatever it is, is at least the empty byte
   * string.
   */
  public static PublicCondition present(int column) {
    return new PublicCondition(column, PRESENCE, new byte[0]);
  }

  /** Whether this is what {@link #present} returns: it can be answered without the value. */
  public boolean isPresence() {
    return comparison.equals(PRESENCE) && operand.length == 0;
  }

  /** The operand, in a new array. */
  @Override
  public byte[] operand() {
    return operand.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicCondition that
        && column == that.column
        && comparison.equals(that.comparison)
        && Arrays.equals(operand, that.operand);
  }

  @Override
  public int hashCode() {
    return Objects.hash(column, comparison);
  }

  /** Column and operator, never the operand. */
  @Override
  public String toString() {
    return isPresence()
        ? "#%d present".formatted(column)
        : "#%d %s ?".formatted(column, comparison.operator().symbol());
  }
}

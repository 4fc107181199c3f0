package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Shares;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Comparisons of one column, each with an operand of its own.
 *
 * @param comparisons operators and orderings, 1 or more
 * @param operands this party's shares of as many elements, shared as the column is
 */
public record ColumnComparisons(List<Comparison> comparisons, Shares operands) {

  /**
   * Checks that there is an operand for each.
   *
   * @throws IllegalArgumentException if there is not, or no comparison
   */
  public ColumnComparisons {
    comparisons = List.copyOf(comparisons);
    if (comparisons.isEmpty() || operands.lanes() != comparisons.size()) {
      throw new IllegalArgumentException(
          "%d comparisons with %d operands were given, one operand for each of at least one comparison is needed"
              .formatted(comparisons.size(), operands.lanes()));
    }
  }

  /** The operand of one comparison, by its place. */
  public Shares operand(int place) {
    return operands.select(new int[] {place});
  }

  /** What a step calls them, so that parties that ask different things do not answer each other. */
  String label() {
    return comparisons.stream().map(Comparison::label).collect(Collectors.joining("+"));
  }
}

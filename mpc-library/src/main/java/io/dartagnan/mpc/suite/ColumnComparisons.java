package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
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
   * The most words, limbs times lanes of each comparison, the lanes filled up to whole words, that
   * are compared side by side. One comparison that a batch may have has no more.
   */
  public static final int MAX_WORDS = 2 * Shares.MAX_BATCH_WORDS;

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

  /**
   * The question that is asked of a column, without its operands: all that a cost depends on,
   * beside the lanes.
   */
  public record Shape(List<Comparison> comparisons, Sharing sharing, Ring ring) {

    /** Number of comparisons that ask for an order, not for equality. */
    public int orders() {
      return (int) comparisons.stream().filter(c -> !c.operator().isEquality()).count();
    }
  }

  /** All but the operands. */
  public Shape shape() {
    return new Shape(comparisons, operands.sharing(), operands.ring());
  }

  /** The operand of one comparison, by its place. */
  public Shares operand(int place) {
    return operands.select(new int[] {place});
  }

  /**
   * Number of words that all of them have over so many lanes, these being filled up to whole words.
   */
  public long words(int lanes) {
    return (long) comparisons.size() * words(operands.ring(), lanes);
  }

  /** Number of words of a comparison over so many lanes, these being filled up to whole words. */
  public static long words(Ring ring, int lanes) {
    return (long) BitPlanes.words(lanes) * Long.SIZE * ring.limbs();
  }

  /**
   * Their name in a step's label, so that parties that ask different things do not answer each
   * other.
   */
  String label() {
    return comparisons.stream().map(Comparison::label).collect(Collectors.joining("+"));
  }
}

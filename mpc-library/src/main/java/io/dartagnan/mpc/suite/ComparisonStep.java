package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import java.util.List;

/**
 * The beginning of a comparison, before anything is sent: refuses what does not fit, and names the
 * step after what is asked of what. A party that asks something else sends and awaits messages of
 * other steps, and no party gets an answer.
 */
public final class ComparisonStep {
  private ComparisonStep() {}

  /**
   * The step of one comparison.
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

  /**
   * The step of several comparisons.
   *
   * @param columns what is asked of each column
   * @param values shares of each column
   * @throws IllegalArgumentException if there are no columns, or the shares of one are another
   *     party's, do not fit its operands, or have other lanes than those of the first, or there are
   *     more comparisons than {@link ColumnComparisons#MAX_WORDS} allows
   */
  public static Context begin(
      Context context, List<ColumnComparisons> columns, List<Shares> values) {
    if (columns.isEmpty() || values.size() != columns.size()) {
      throw new IllegalArgumentException(
          "comparisons of %d columns were given with shares of %d, as many of each are needed, at least one"
              .formatted(columns.size(), values.size()));
    }
    StringBuilder label = new StringBuilder("side-by-side");
    for (int i = 0; i < columns.size(); i++) {
      Shares column = values.get(i);
      column.requireHeldBy(context.self());
      column.requireComparableWith(columns.get(i).operand(0));
      if (column.lanes() != values.get(0).lanes()) {
        throw new IllegalArgumentException(
            "columns of %d and %d lanes were given, those of one batch have as many"
                .formatted(values.get(0).lanes(), column.lanes()));
      }
      label.append("/").append(columns.get(i).label()).append("-").append(column.label());
    }
    requireSideBySide(columns, values.get(0).lanes());
    return context.narrow(label.toString());
  }

  private static void requireSideBySide(List<ColumnComparisons> columns, int lanes) {
    int comparisons = columns.stream().mapToInt(asked -> asked.comparisons().size()).sum();
    long words = columns.stream().mapToLong(asked -> asked.words(lanes)).sum();
    if (comparisons > 1 && words > ColumnComparisons.MAX_WORDS) {
      throw new IllegalArgumentException(
          "%d comparisons of %d words were given side by side, %d words are allowed; compare fewer at once"
              .formatted(comparisons, words, ColumnComparisons.MAX_WORDS));
    }
  }
}

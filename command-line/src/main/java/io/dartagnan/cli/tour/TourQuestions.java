package io.dartagnan.cli.tour;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.predicate.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.CompareOperator;

/**
 * Chooses the two filters of the tour so that they are meaningful for any file. Columns that the
 * clouds compare by protocols are considered alone, unless there are none.
 */
public final class TourQuestions {

  /** A column and its values: how many rows have each, in the order of the column. */
  private record Seen(Column column, TreeMap<byte[], Integer> counts) {

    boolean needsSuite() {
      return column.format().protection().needsSuite();
    }

    int distinct() {
      return counts.size();
    }

    int longest() {
      return counts.keySet().stream().mapToInt(value -> value.length).max().orElse(0);
    }

    int rows() {
      return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    Condition condition(CompareOperator operator, byte[] value) {
      return Condition.of(column, operator, column.format().decode(value));
    }
  }

  private final int rows;
  private final List<Seen> seen = new ArrayList<>();

  TourQuestions(TableColumns columns, List<Expectation.Row> rows) {
    this.rows = rows.size();
    for (Column column : columns.all()) {
      TreeMap<byte[], Integer> counts = new TreeMap<>(column.format()::compare);
      for (Expectation.Row row : rows) {
        byte[] value = row.values().get(column.qualifier());
        if (value != null) {
          counts.merge(value, 1, Integer::sum);
        }
      }
      if (!counts.isEmpty()) {
        seen.add(new Seen(column, counts));
      }
    }
    if (seen.stream().anyMatch(Seen::needsSuite)) {
      seen.removeIf(s -> !s.needsSuite());
    }
  }

  /**
   * The text column with the fewest values, but at least two, the one with the shorter values where
   * several have as few, and its rarest value; any column when there is no such text column.
   */
  Condition equality() {
    Seen chosen = fewest(true).or(() -> fewest(false)).orElseGet(() -> seen.get(0));
    byte[] rarest =
        chosen.counts().entrySet().stream()
            .min(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElseThrow();
    return chosen.condition(CompareOperator.EQUAL, rarest);
  }

  /**
   * The number column with the most values, one that repeats some of them before one that numbers
   * the rows, from its 90th percentile on; a text column when there are no numbers.
   */
  Condition range() {
    Seen chosen =
        seen.stream()
            .max(
                Comparator.comparing((Seen s) -> s.column().format().isNumeric())
                    .thenComparing(s -> s.distinct() > 1 && s.distinct() < rows)
                    .thenComparing(Seen::distinct))
            .orElseThrow();
    int below = (int) (chosen.rows() * 9L / 10);
    for (Map.Entry<byte[], Integer> value : chosen.counts().entrySet()) {
      below -= value.getValue();
      if (below < 0) {
        return chosen.condition(CompareOperator.GREATER_OR_EQUAL, value.getKey());
      }
    }
    return chosen.condition(CompareOperator.GREATER_OR_EQUAL, chosen.counts().lastKey());
  }

  private Optional<Seen> fewest(boolean text) {
    return seen.stream()
        .filter(s -> s.distinct() > 1 && !(text && s.column().format().isNumeric()))
        .min(Comparator.comparingInt(Seen::distinct).thenComparingInt(Seen::longest));
  }
}

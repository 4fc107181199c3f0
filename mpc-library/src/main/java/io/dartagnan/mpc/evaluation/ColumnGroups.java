package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shared conditions, those of one column together, in groups that are compared side by side. The
 * parties form the same groups, since columns, rings and lanes are the same at all.
 *
 * <p>A group has at most {@link ColumnComparisons#MAX_WORDS}, unless one comparison alone has more;
 * a column with more conditions than that is in several.
 */
final class ColumnGroups {

  /**
   * Conditions of one column in one group.
   *
   * @param column its number
   * @param conditions their places among all
   * @param comparisons what they ask
   */
  record Part(int column, List<Integer> conditions, ColumnComparisons comparisons) {}

  private record Kind(int column, Sharing sharing, Ring ring) {}

  private ColumnGroups() {}

  /**
   * The groups, in the order in which they are compared.
   *
   * @param conditions 1 or more
   */
  static List<List<Part>> of(List<SharedCondition> conditions, int lanes) {
    Map<Kind, List<Integer>> columns = new LinkedHashMap<>();
    for (int i = 0; i < conditions.size(); i++) {
      Shares operand = conditions.get(i).operand();
      Kind kind = new Kind(conditions.get(i).column(), operand.sharing(), operand.ring());
      columns.computeIfAbsent(kind, missing -> new ArrayList<>()).add(i);
    }
    List<List<Part>> groups = new ArrayList<>();
    long room = 0;
    for (Map.Entry<Kind, List<Integer>> column : columns.entrySet()) {
      long words = ColumnComparisons.words(column.getKey().ring, lanes);
      List<Integer> places = column.getValue();
      for (int at = 0; at < places.size(); ) {
        if (room < words) {
          groups.add(new ArrayList<>());
          room = Math.max(ColumnComparisons.MAX_WORDS, words);
        }
        int end = (int) Math.min(places.size(), at + room / words);
        groups
            .get(groups.size() - 1)
            .add(part(column.getKey().column, places.subList(at, end), conditions));
        room -= (end - at) * words;
        at = end;
      }
    }
    return groups;
  }

  private static Part part(int column, List<Integer> places, List<SharedCondition> conditions) {
    List<SharedCondition> chosen = places.stream().map(conditions::get).toList();
    Shares operands =
        chosen.stream().map(SharedCondition::operand).reduce(Shares::append).orElseThrow();
    return new Part(
        column,
        List.copyOf(places),
        new ColumnComparisons(chosen.stream().map(SharedCondition::comparison).toList(), operands));
  }
}

package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The histories of all rows of a table, and what they say of answers. */
final class Ledger {
  private final List<RowHistory> rows;

  /**
   * The ledger of so many rows that are not there.
   *
   * @param outages in which clouds lose what is not durable
   */
  Ledger(int rows, Outages outages) {
    this.rows = IntStream.range(0, rows).mapToObj(row -> new RowHistory(outages)).toList();
  }

  int rows() {
    return rows.size();
  }

  RowHistory row(int row) {
    return rows.get(row);
  }

  /** A row of an answer. */
  record Found(int row, RowValues values) {}

  /**
   * The faults of the rows that a filter returned.
   *
   * @param begun before it was asked
   * @param ended after the last row had come
   */
  List<String> wrong(Question question, List<Found> found, long begun, long ended) {
    List<String> wrong = new ArrayList<>();
    Map<Integer, RowValues> answer = new HashMap<>();
    int last = -1;
    for (Found each : found) {
      if (each.row() <= last) {
        wrong.add("row %d comes after row %d".formatted(each.row(), last));
      }
      last = each.row();
      answer.put(each.row(), each.values());
      if (each.row() < question.first() || each.row() >= question.end()) {
        wrong.add("row %d was not asked about".formatted(each.row()));
      }
    }
    for (int row = question.first(); row < question.end(); row++) {
      Set<RowValues> possible = row(row).possible(begun, ended);
      RowValues values = answer.get(row);
      if (values == null && possible.stream().allMatch(question::holds)) {
        wrong.add("row %d is missing, it was %s".formatted(row, possible));
      } else if (values != null && !question.holds(values)) {
        wrong.add("row %d does not match: %s".formatted(row, values));
      } else if (values != null && !possible.contains(values)) {
        wrong.add("row %d was never %s then, but %s".formatted(row, values, possible));
      }
    }
    return wrong;
  }

  /** Numbers from a least to a greatest one. */
  record Bounds(long least, long greatest) {
    boolean contain(long number) {
      return least <= number && number <= greatest;
    }
  }

  /** The numbers of matching rows that there could be. */
  Bounds count(Question question, long begun, long ended) {
    long least = 0;
    long greatest = 0;
    for (int row = question.first(); row < question.end(); row++) {
      Set<RowValues> possible = row(row).possible(begun, ended);
      least += possible.stream().allMatch(question::holds) ? 1 : 0;
      greatest += possible.stream().anyMatch(question::holds) ? 1 : 0;
    }
    return new Bounds(least, greatest);
  }

  /** The sums of their numbers that there could be. */
  Bounds sum(Question question, long begun, long ended) {
    long least = 0;
    long greatest = 0;
    for (int row = question.first(); row < question.end(); row++) {
      Set<RowValues> possible = row(row).possible(begun, ended);
      least += possible.stream().mapToLong(question::summand).min().orElseThrow();
      greatest += possible.stream().mapToLong(question::summand).max().orElseThrow();
    }
    return new Bounds(least, greatest);
  }
}

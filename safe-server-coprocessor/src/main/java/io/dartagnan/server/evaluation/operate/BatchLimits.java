package io.dartagnan.server.evaluation.operate;

import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.ShareBytes;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * Bounds of a batch's rows, so that what it takes in memory is bounded: the shares themselves, and
 * the protocol's working set, which is at most some three times what the three parties send.
 */
final class BatchLimits {
  private static final int MOST_ROWS = 1 << 15;
  // Below a word of lanes a protocol costs no less.
  private static final int FEWEST_ROWS = 64;
  private static final int MOST_SHARE_WORDS = 1 << 15;
  private static final long MOST_TRAFFIC_BYTES = 4 << 20;

  private BatchLimits() {}

  /**
   * The most rows of one batch; the three parties come to the same.
   *
   * @param columns the query's
   * @param predicate the query's
   * @param aggregated columns whose shares are read besides those of the predicate's comparisons
   * @param traffic bytes that all parties send for a batch of so many rows
   */
  static int mostRows(
      List<QueryColumn> columns,
      Predicate predicate,
      List<Integer> aggregated,
      IntToLongFunction traffic) {
    int words =
        Stream.concat(
                predicate
                    .conditions()
                    .filter(SharedCondition.class::isInstance)
                    .map(Condition::column),
                aggregated.stream())
            .distinct()
            .mapToInt(column -> ShareBytes.length(columns.get(column).protection()) / Long.BYTES)
            .sum();
    int rows = words == 0 ? MOST_ROWS : Math.min(MOST_SHARE_WORDS / words, MOST_ROWS);
    while (rows > FEWEST_ROWS && traffic.applyAsLong(rows) > MOST_TRAFFIC_BYTES) {
      rows /= 2;
    }
    return Math.max(rows, FEWEST_ROWS);
  }
}

package io.dartagnan.server.query;

import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.ShareBytes;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Bounds of a batch's rows, so that what it takes in memory is bounded: the shares themselves, and
 * the protocol's working set, which is at most some three times what the three parties send.
 *
 * @param mostRows the most rows of one batch; the three parties come to the same
 * @param workingBytes what the batches of one evaluation take at a party at a time: an estimate
 */
record BatchLimits(int mostRows, long workingBytes) {
  private static final int MOST_ROWS = 1 << 15;
  // Below a word of lanes a protocol costs no less.
  private static final int FEWEST_ROWS = 64;
  // Between distant clouds a filter takes as many waves of rounds as its rows take of the batches
  // that are under way at a time: comparisons of two numbers still have the most rows.
  private static final int MOST_SHARE_WORDS = 1 << 16;
  private static final long MOST_TRAFFIC_BYTES = 8 << 20;

  private static final int BATCHES = 4;
  private static final long PAGE_BYTES = 1 << 20;

  /** Blocks that are read ahead of the agreement, and what is read in one go. */
  private static final long BYTES_AHEAD = 2 * (16 << 20);

  /**
   * The bounds of an operation.
   *
   * @param columns the query's
   * @param predicate the query's
   * @param aggregated columns whose shares are read besides those of the predicate's comparisons
   * @param cost of a batch of so many rows
   */
  static BatchLimits of(
      ProtocolSuite suite,
      List<QueryColumn> columns,
      Predicate predicate,
      List<Integer> aggregated,
      IntFunction<Cost> cost) {
    int words =
        Stream.concat(
                predicate
                    .conditions()
                    .filter(SharedCondition.class::isInstance)
                    .map(Condition::column),
                aggregated.stream())
            .distinct()
            .mapToInt(column -> ShareBytes.length(columns.get(column).lanes()) / Long.BYTES)
            .sum();
    int rows = words == 0 ? MOST_ROWS : Math.min(MOST_SHARE_WORDS / words, MOST_ROWS);
    while (rows > FEWEST_ROWS && cost.apply(rows).bytes() > MOST_TRAFFIC_BYTES) {
      rows /= 2;
    }
    rows = Math.max(rows, FEWEST_ROWS);
    long shareBytes = (long) rows * words * Long.BYTES;
    Cost most = cost.apply(rows);
    long working = 2 * shareBytes + most.bytes() + suite.keptBytes(most, shareBytes) + PAGE_BYTES;
    return new BatchLimits(rows, BATCHES * working + BYTES_AHEAD);
  }
}

package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Shares;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A batch's shares of columns, checked before anything is sent. */
final class SharedColumns {
  private SharedColumns() {}

  /**
   * This party's shares of each column that conditions compare, by number; asked for once.
   *
   * @throws IllegalArgumentException if the batch has none, another party's, those of other lanes,
   *     or some that cannot be compared with the operand
   */
  static Map<Integer, Shares> of(
      Batch batch, Party self, int[] lanes, List<SharedCondition> conditions) {
    Map<Integer, Shares> columns = new HashMap<>();
    for (SharedCondition condition : conditions) {
      columns
          .computeIfAbsent(condition.column(), number -> of(batch, self, lanes, number))
          .requireComparableWith(condition.operand());
    }
    return columns;
  }

  /**
   * This party's shares of one column.
   *
   * @throws IllegalArgumentException if the batch has none, another party's, or those of other
   *     lanes
   */
  static Shares of(Batch batch, Party self, int[] lanes, int column) {
    Shares shares = batch.shares(column, lanes);
    if (shares == null) {
      throw new IllegalArgumentException(
          "the batch has no shares of column %d, which the query asks for".formatted(column));
    }
    if (shares.holder() != self) {
      throw new IllegalArgumentException(
          "shares of column %d held by %s were given to %s"
              .formatted(column, shares.holder(), self));
    }
    if (shares.lanes() != lanes.length) {
      throw new IllegalArgumentException(
          "%d lanes of column %d were given, %d were asked for"
              .formatted(shares.lanes(), column, lanes.length));
    }
    return shares;
  }
}

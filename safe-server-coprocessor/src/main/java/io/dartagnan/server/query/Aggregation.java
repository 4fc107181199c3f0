package io.dartagnan.server.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.evaluation.AggregateEvaluation;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.evaluation.Selection;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.AggregateShares;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.server.query.agreement.AgreedBatch;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Aggregates over the rows that satisfy a predicate. No party learns which rows those are, how
 * many, or the aggregates: each gets shares, which the client puts together.
 *
 * <p>Undecided rows are in no aggregate. They are chosen instead: the client reads them again, and
 * adds those that match.
 */
public final class Aggregation implements BatchOperation {
  private static final long[] NO_ROWS = new long[0];

  private final LaneProtection lanes;
  private final Operation.Aggregate asked;
  private final AggregateEvaluation evaluation;
  private final boolean countsAlone;
  private final BatchLimits limits;

  /**
   * An aggregation with the protocols of one suite.
   *
   * @throws UnanswerableQueryException if the suite has no aggregates, or they do not fit the
   *     column
   */
  public Aggregation(ProtocolSuite suite, List<QueryColumn> columns, Operation.Aggregate asked) {
    this.lanes = columns.get(asked.column()).lanes();
    this.asked = asked;
    this.countsAlone = asked.functions().equals(Set.of(Operation.Function.COUNT));
    requireFit(columns.get(asked.column()));
    try {
      this.evaluation = new AggregateEvaluation(suite, asked.predicate());
    } catch (UnsupportedOperationException e) {
      throw new UnanswerableQueryException(e.getMessage());
    }
    this.limits =
        BatchLimits.of(
            columns,
            asked.predicate(),
            countsAlone ? List.of() : List.of(asked.column()),
            this::traffic);
  }

  private void requireFit(QueryColumn column) {
    if (countsAlone) {
      return;
    }
    boolean number = isNumber() && !column.isAnyCell();
    if (asks(Operation.Function.SUM) && !number) {
      throw new UnanswerableQueryException(
          "column %s has no sum: it is not int64".formatted(column.name()));
    }
    if (column.isAnyCell()) {
      throw new UnanswerableQueryException("aggregates other than a count need a column");
    }
  }

  private boolean asks(Operation.Function function) {
    return asked.functions().contains(function);
  }

  private long traffic(int rows) {
    long bytes = evaluation.selectCost(rows).bytes();
    if (countsAlone) {
      return bytes + evaluation.countCost(rows, rows).bytes();
    }
    if (asks(Operation.Function.SUM)) {
      bytes += evaluation.sumCost(lanes.laneSharing(), rows, 0).bytes();
    }
    if (asks(Operation.Function.MIN) || asks(Operation.Function.MAX)) {
      bytes += evaluation.extremeCost(lanes.laneSharing(), lanes.laneType().ring(), rows).bytes();
    }
    return bytes;
  }

  @Override
  public Result apply(Context context, AgreedBatch<?> batch) {
    if (batch.rows() == 0) {
      return new Result(NO_ROWS, ofNone(context.self()));
    }
    long[] undecided = batch.undecided();
    int left = batch.rows() - Arrays.stream(undecided).mapToInt(Long::bitCount).sum();
    if (left == batch.rows()) {
      return new Result(NO_ROWS, aggregate(context, batch.lanes()));
    }
    return new Result(
        undecided,
        left == 0
            ? ofNone(context.self())
            : aggregate(context, new DecidedLanes(batch.lanes(), undecided)));
  }

  private byte[] ofNone(Party self) {
    NumberShare zero = new NumberShare(self, Long.SIZE, 0);
    return new AggregateShares(
            Optional.of(zero),
            asks(Operation.Function.SUM) ? Optional.of(zero) : Optional.empty(),
            Optional.empty(),
            Optional.empty())
        .encode();
  }

  private byte[] aggregate(Context context, Batch batch) {
    Selection selected =
        countsAlone
            ? evaluation.select(context, batch)
            : evaluation.select(context, batch, asked.column());
    boolean counts =
        asks(Operation.Function.COUNT)
            || asks(Operation.Function.MIN)
            || asks(Operation.Function.MAX);
    Ordering ordering = isNumber() ? Ordering.SIGNED : Ordering.UNSIGNED;
    return new AggregateShares(
            counts ? Optional.of(selected.count()) : Optional.empty(),
            asks(Operation.Function.SUM) ? Optional.of(selected.sum()) : Optional.empty(),
            asks(Operation.Function.MIN) ? selected.least(ordering) : Optional.<Shares>empty(),
            asks(Operation.Function.MAX) ? selected.greatest(ordering) : Optional.<Shares>empty())
        .encode();
  }

  private boolean isNumber() {
    return lanes.laneType().kind() == ValueType.Kind.INT64;
  }

  @Override
  public int mostRows() {
    return limits.mostRows();
  }

  @Override
  public long workingBytes() {
    return limits.workingBytes();
  }
}

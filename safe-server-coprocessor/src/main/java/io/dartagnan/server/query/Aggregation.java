package io.dartagnan.server.query;

import com.google.common.primitives.Bytes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.evaluation.AggregateEvaluation;
import io.dartagnan.mpc.evaluation.Batch;
import io.dartagnan.mpc.evaluation.Selection;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.AggregateShares;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.server.query.agreement.AgreedBatch;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Aggregates over the rows that satisfy a predicate, or the numbers of those that satisfy several.
 * No party learns which rows those are, how many, or the aggregates: each gets shares, which the
 * client puts together.
 *
 * <p>Undecided rows are in no aggregate. They are chosen instead: the client reads them again, and
 * adds those that match.
 */
public final class Aggregation implements BatchOperation {
  private static final long[] NO_ROWS = new long[0];

  private final LaneProtection lanes;
  private final Sharing sharing;
  private final Set<Operation.Function> functions;
  private final int column;
  private final AggregateEvaluation evaluation;
  private final boolean countsAlone;
  // Predicates that are counted side by side; none for the aggregates of one.
  private final int sideBySide;
  private final BatchLimits limits;

  /**
   * An aggregation with the protocols of one suite.
   *
   * @throws UnanswerableQueryException if the suite has no aggregates, or they do not fit the
   *     column
   */
  public Aggregation(ProtocolSuite suite, List<QueryColumn> columns, Operation.Aggregate asked) {
    this(suite, columns, asked, asked.column(), asked.functions(), 0);
  }

  /**
   * Counts of the rows that satisfy each of several predicates.
   *
   * @throws UnanswerableQueryException if the suite has no aggregates
   */
  public Aggregation(ProtocolSuite suite, List<QueryColumn> columns, Operation.Counts asked) {
    this(
        suite,
        columns,
        asked,
        0,
        Set.of(Operation.Function.COUNT),
        asked.predicate().children().size());
  }

  private Aggregation(
      ProtocolSuite suite,
      List<QueryColumn> columns,
      Operation asked,
      int column,
      Set<Operation.Function> functions,
      int sideBySide) {
    this.lanes = columns.get(column).lanes();
    this.sharing =
        suite.sharings().contains(lanes.laneSharing())
            ? lanes.laneSharing()
            : Sharing.REPLICATED_XOR;
    this.functions = functions;
    this.column = column;
    this.countsAlone = functions.equals(Set.of(Operation.Function.COUNT));
    this.sideBySide = sideBySide;
    requireFit(columns.get(column));
    try {
      this.evaluation = new AggregateEvaluation(suite, asked.predicate());
    } catch (UnsupportedOperationException e) {
      throw new UnanswerableQueryException(e.getMessage());
    }
    this.limits =
        BatchLimits.of(
            suite,
            columns,
            asked.predicate(),
            countsAlone ? List.of() : List.of(column),
            this::cost);
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
    return functions.contains(function);
  }

  private Cost cost(int rows) {
    if (sideBySide > 0) {
      return evaluation.countEachCost(rows, rows);
    }
    Cost cost = evaluation.selectCost(rows);
    if (countsAlone) {
      return cost.then(evaluation.countCost(rows, rows));
    }
    if (asks(Operation.Function.SUM)) {
      cost = cost.then(evaluation.sumCost(sharing, rows, 0));
    }
    if (asks(Operation.Function.MIN) || asks(Operation.Function.MAX)) {
      cost = cost.then(evaluation.extremeCost(sharing, lanes.laneType().ring(), rows));
    }
    return cost;
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
    NumberShare zero = evaluation.zero(self);
    byte[] none =
        new AggregateShares(
                Optional.of(zero),
                asks(Operation.Function.SUM) ? Optional.of(zero) : Optional.empty(),
                Optional.empty(),
                Optional.empty())
            .encode();
    return Bytes.concat(Collections.nCopies(Math.max(1, sideBySide), none).toArray(byte[][]::new));
  }

  private byte[] aggregate(Context context, Batch batch) {
    if (sideBySide > 0) {
      return Bytes.concat(
          evaluation.countEach(context, batch).stream()
              .map(Aggregation::counted)
              .toArray(byte[][]::new));
    }
    return aggregate(
        countsAlone
            ? evaluation.select(context, batch)
            : evaluation.select(context, new Shared(batch, column, sharing), column));
  }

  /**
   * A batch whose aggregated column is shared as the suite computes: of a plain number share 0 is
   * the value, and the others are zero, under any replicated sharing.
   */
  private record Shared(Batch batch, int column, Sharing sharing) implements Batch {

    @Override
    public int lanes() {
      return batch.lanes();
    }

    @Override
    public Shares shares(int of, int[] lanes) {
      Shares shares = batch.shares(of, lanes);
      return of != column || shares.sharing() == sharing
          ? shares
          : new Shares(shares.holder(), sharing, shares.ring(), shares.own(), shares.next());
    }

    @Override
    public long[] bits(PublicCondition condition) {
      return batch.bits(condition);
    }
  }

  private byte[] aggregate(Selection selected) {
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

  private static byte[] counted(NumberShare count) {
    return new AggregateShares(
            Optional.of(count), Optional.empty(), Optional.empty(), Optional.empty())
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

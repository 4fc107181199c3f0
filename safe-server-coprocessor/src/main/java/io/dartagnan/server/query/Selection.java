package io.dartagnan.server.query;

import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.AgreedBatch;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses the rows that satisfy a predicate, and those that are undecided; every party learns which
 * those are.
 */
public final class Selection implements BatchOperation {
  private static final long[] NO_ROWS = new long[0];
  private static final byte[] NO_AGGREGATES = new byte[0];

  private final PredicateEvaluation evaluation;
  private final BatchLimits limits;

  /** A selection with the protocols of one suite. */
  public Selection(ProtocolSuite suite, List<QueryColumn> columns, Operation.Select select) {
    this.evaluation = new PredicateEvaluation(suite, select.predicate());
    this.limits = BatchLimits.of(suite, columns, select.predicate(), List.of(), evaluation::cost);
  }

  @Override
  public Result apply(Context context, AgreedBatch<?> batch) {
    return new Result(batch.rows() == 0 ? NO_ROWS : chosen(context, batch), NO_AGGREGATES);
  }

  private long[] chosen(Context context, AgreedBatch<?> batch) {
    long[] undecided = batch.undecided();
    int left = batch.rows() - Arrays.stream(undecided).mapToInt(Long::bitCount).sum();
    if (left == batch.rows()) {
      return evaluation.reveal(context, batch.lanes());
    }
    if (left == 0) {
      return undecided;
    }
    // Verdicts of the others would be opened for nothing: they are returned whatever they are.
    DecidedLanes decided = new DecidedLanes(batch.lanes(), undecided);
    return decided.addTo(undecided, evaluation.reveal(context, decided));
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

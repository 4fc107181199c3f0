package io.dartagnan.server.evaluation.operate;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.evaluation.align.AlignedBatch.AlignedRow;
import io.dartagnan.server.evaluation.row.StoredRow;
import java.util.ArrayList;
import java.util.List;

/** Chooses the rows that satisfy a predicate; every party learns which those are. */
public final class Selection implements BatchOperation {
  private static final byte[] NO_AGGREGATES = new byte[0];

  private final List<QueryColumn> columns;
  private final PredicateEvaluation evaluation;
  private final int mostRows;

  /** A selection with the protocols of one suite. */
  public Selection(ProtocolSuite suite, List<QueryColumn> columns, Operation.Select select) {
    this.columns = columns;
    this.evaluation = new PredicateEvaluation(suite, select.predicate());
    this.mostRows =
        BatchLimits.mostRows(
            columns, select.predicate(), List.of(), lanes -> evaluation.cost(lanes).bytes());
  }

  @Override
  public <R extends StoredRow> Result<R> apply(Context context, List<AlignedRow<R>> rows) {
    List<R> matching = new ArrayList<>();
    if (!rows.isEmpty()) {
      long[] bits = evaluation.reveal(context, new AlignedColumns<>(context.self(), columns, rows));
      for (int lane = 0; lane < rows.size(); lane++) {
        if (BitPlanes.bit(bits, lane)) {
          matching.add(rows.get(lane).stored());
        }
      }
    }
    return new Result<>(matching, NO_AGGREGATES);
  }

  @Override
  public int mostRows() {
    return mostRows;
  }
}

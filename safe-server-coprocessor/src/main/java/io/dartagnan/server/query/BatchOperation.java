package io.dartagnan.server.query;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.AgreedBatch;
import io.dartagnan.server.query.agreement.UnanswerableQueryException;

/** The operation of one query, batch by batch. It has no state and may serve many threads. */
public interface BatchOperation {

  /**
   * The result of one batch at this party.
   *
   * @param chosen the rows that are returned, one bit per lane, 64 lanes to a word: those that
   *     match a selection, and those that are undecided
   * @param aggregates this party's shares of the aggregates; empty of a selection
   */
  record Result(long[] chosen, byte[] aggregates) {}

  /**
   * The operation that a query asks for, with the protocols of one suite.
   *
   * @throws UnanswerableQueryException if the suite does not compute on a column, or does not do
   *     what is asked
   */
  static BatchOperation of(ProtocolSuite suite, Query query) {
    for (QueryColumn column : query.columns()) {
      if (column.protection().needsSuite()
          && !suite.sharings().contains(column.lanes().laneSharing())) {
        throw new UnanswerableQueryException(
            "suite '%s' does not compute on column %s, which is declared '%s'"
                .formatted(suite.name(), column.name(), column.protection()));
      }
    }
    if (query.operation() instanceof Operation.Select select) {
      return new Selection(suite, query.columns(), select);
    }
    if (query.operation() instanceof Operation.Counts counts) {
      return new Aggregation(suite, query.columns(), counts);
    }
    return new Aggregation(suite, query.columns(), (Operation.Aggregate) query.operation());
  }

  /**
   * Evaluates a batch together with the peers.
   *
   * @param context the step; its label names the agreed rows
   * @param batch the rows, possibly none
   * @throws UnanswerableQueryException if a stored value does not fit the query
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  Result apply(Context context, AgreedBatch<?> batch);

  /** Most rows that a batch may have, the same at all parties. */
  int mostRows();

  /** Most bytes that the batches of one evaluation take at a time, pages included: an estimate. */
  long workingBytes();
}

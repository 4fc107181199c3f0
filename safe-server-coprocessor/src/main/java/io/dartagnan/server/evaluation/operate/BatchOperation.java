package io.dartagnan.server.evaluation.operate;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.server.evaluation.batch.AgreedBatch;
import io.dartagnan.server.evaluation.batch.UnanswerableQueryException;
import java.io.IOException;
import java.util.List;

/** The operation of one query, batch by batch. It has no state and may serve many threads. */
public interface BatchOperation {

  /**
   * The result of one batch at this party.
   *
   * @param rows the rows that match, in order
   * @param aggregates this party's shares of the aggregates
   * @param <R> a row as this party stores it
   */
  record Result<R>(List<R> rows, byte[] aggregates) {}

  /** The operation that a query asks for, with the protocols of one suite. */
  static BatchOperation of(ProtocolSuite suite, Query query) {
    if (query.operation() instanceof Operation.Select select) {
      return new Selection(suite, query.columns(), select);
    }
    return new Aggregation(suite, query.columns(), (Operation.Aggregate) query.operation());
  }

  /**
   * Evaluates a batch together with the peers.
   *
   * @param context the step; its label names the agreed rows
   * @param batch the rows, possibly none
   * @throws IOException if matching rows cannot be read; another attempt may succeed
   * @throws UnanswerableQueryException if a stored value does not fit the query
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a peer fails
   */
  <R> Result<R> apply(Context context, AgreedBatch<R> batch) throws IOException;

  /** Most rows that a batch may have, the same at all parties. */
  int mostRows();

  /** Most bytes that the batches of one evaluation take at a time, pages included: an estimate. */
  long workingBytes();
}

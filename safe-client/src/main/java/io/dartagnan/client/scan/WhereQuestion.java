package io.dartagnan.client.scan;

import io.dartagnan.client.filter.PredicateDealer;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.List;

/** The question which rows satisfy a clause. */
public final class WhereQuestion implements Question {
  private final WhereClause where;
  private final List<QueryColumn> columns;
  private final int limit;

  /**
   * The question about a clause.
   *
   * @param limit how many rows the scan wants at most; not positive for all. The clouds then begin
   *     with small batches, so that few verdicts are opened for rows that nobody wants
   */
  public WhereQuestion(WhereClause where, int limit) {
    this.where = where;
    this.limit = limit > 0 ? limit : Operation.Select.NO_LIMIT;
    this.columns = where.columns().distinct().toList();
  }

  @Override
  public List<QueryColumn> columns() {
    return columns;
  }

  @Override
  public boolean opensVerdicts() {
    return true;
  }

  @Override
  public boolean isWantedWhole() {
    return limit == Operation.Select.NO_LIMIT;
  }

  @Override
  public List<Operation> deal(SecureRandom random) {
    return new PredicateDealer(columns, random)
        .deal(where).stream()
            .<Operation>map(predicate -> new Operation.Select(predicate, limit))
            .toList();
  }
}

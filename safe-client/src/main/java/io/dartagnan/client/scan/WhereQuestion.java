package io.dartagnan.client.scan;

import io.dartagnan.client.plan.PredicateDealer;
import io.dartagnan.client.plan.WhereClause;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.List;

/** The question which rows satisfy a clause. */
public final class WhereQuestion implements Question {
  private final WhereClause where;
  private final List<QueryColumn> columns;

  /** The question about a clause. */
  public WhereQuestion(WhereClause where) {
    this.where = where;
    this.columns = where.columns().distinct().toList();
  }

  @Override
  public List<QueryColumn> columns() {
    return columns;
  }

  @Override
  public List<Operation> deal(SecureRandom random) {
    return new PredicateDealer(columns, random)
        .deal(where).stream()
            .<Operation>map(predicate -> new Operation.Select(predicate, Operation.Select.NO_LIMIT))
            .toList();
  }
}

package io.dartagnan.client.aggregate;

import io.dartagnan.client.plan.PredicateDealer;
import io.dartagnan.client.plan.WhereClause;
import io.dartagnan.client.scan.Question;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Operation.Function;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The question for aggregates of a column over the rows that have it and satisfy a clause. Of all
 * rows that there are, {@link QueryColumn#anyCell} is the column.
 */
final class AggregateQuestion implements Question {
  private final QueryColumn column;
  private final WhereClause where;
  private final Set<Function> functions;
  private final List<QueryColumn> columns;

  AggregateQuestion(QueryColumn column, Optional<WhereClause> where, Set<Function> functions) {
    this.column = column;
    this.where =
        Stream.concat(Stream.of((WhereClause) new WhereClause.Present(column)), where.stream())
            .reduce((left, right) -> WhereClause.and(List.of(left, right)))
            .orElseThrow();
    this.functions = Set.copyOf(functions);
    this.columns = this.where.columns().distinct().toList();
  }

  @Override
  public List<QueryColumn> columns() {
    return columns;
  }

  @Override
  public List<Operation> deal(SecureRandom random) {
    int number = columns.indexOf(column);
    return new PredicateDealer(columns, random)
        .deal(where).stream()
            .<Operation>map(predicate -> new Operation.Aggregate(predicate, number, functions))
            .toList();
  }
}

package io.dartagnan.client.scan;

import io.dartagnan.client.filter.PredicateDealer;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/**
 * A question to the three clouds about the rows that satisfy a clause, its operands in the clear.
 */
public abstract class Question {
  private final WhereClause where;
  private final List<QueryColumn> columns;

  /** Creates a question about a clause. */
  protected Question(WhereClause where) {
    this.where = where;
    this.columns =
        where.columns().distinct().sorted(Comparator.comparing(QueryColumn::isRowKey)).toList();
  }

  /**
   * Returns the question which rows satisfy a clause.
   *
   * @param limit how many rows the scan wants at most; not positive for all. The clouds then begin
   *     with small batches, so that few verdicts are opened for rows that nobody wants
   */
  public static Question whichRows(WhereClause where, int limit) {
    int most = limit > 0 ? limit : Operation.Select.NO_LIMIT;
    return new Question(where) {
      @Override
      public boolean isWantedWhole() {
        return most == Operation.Select.NO_LIMIT;
      }

      @Override
      public boolean opensVerdicts() {
        return true;
      }

      @Override
      protected Operation operation(Predicate predicate) {
        return new Operation.Select(predicate, most);
      }
    };
  }

  /** Returns whether the clause holds of a row. */
  public final boolean holds(Result row) {
    return where.holds(row);
  }

  /** Returns the columns that the operation speaks of, in the order of their numbers. */
  public final List<QueryColumn> columns() {
    return columns;
  }

  /** Returns whether the answer is wanted to its end, as far as the scan says. */
  public boolean isWantedWhole() {
    return true;
  }

  /** Returns whether the clouds open for each row whether it is in the answer. */
  public abstract boolean opensVerdicts();

  /** Returns the operation with the clause as one party gets it. */
  protected abstract Operation operation(Predicate predicate);

  /**
   * Returns the operation as each party gets it, with fresh shares of the operands.
   *
   * @return entry i is for party i
   */
  public List<Operation> deal(SecureRandom random) {
    return new PredicateDealer(columns, random).deal(where).stream().map(this::operation).toList();
  }
}

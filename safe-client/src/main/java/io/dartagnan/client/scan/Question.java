package io.dartagnan.client.scan;

import io.dartagnan.client.filter.PredicateDealer;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.SealedProtection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * A question to the three clouds about the rows that satisfy a clause, its operands in the clear.
 */
public abstract class Question {
  private final WhereClause where;
  private final List<QueryColumn> columns;
  private final Set<QueryColumn> compared;

  /** Creates a question about a clause. */
  protected Question(WhereClause where) {
    this.where = where;
    this.columns =
        where.columns().distinct().sorted(Comparator.comparing(QueryColumn::isRowKey)).toList();
    this.compared = compared(where).collect(Collectors.toSet());
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
   * A question as it was dealt.
   *
   * @param columns with the keys under which the operands were made
   * @param operations entry i is for party i
   */
  public record Dealt(List<QueryColumn> columns, List<Operation> operations) {}

  /**
   * Returns the operation as each party gets it, with fresh shares of the operands.
   *
   * @throws IOException if this client has not the keys to make an operand, or they are so many
   *     that the question is larger than a query may be
   */
  public Dealt deal(SecureRandom random) throws IOException {
    try {
      List<QueryColumn> now =
          columns.stream()
              .map(column -> compared.contains(column) ? column.ofNow() : column)
              .toList();
      List<Predicate> dealt = new PredicateDealer(now, random).deal(where);
      return new Dealt(now, dealt.stream().map(this::operation).toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalArgumentException e) {
      if (compared.stream().noneMatch(each -> each.protection() instanceof SealedProtection)) {
        throw e;
      }
      throw new DoNotRetryIOException(
          "a filter fits into no query under as many keys as the table has by now: "
              + e.getMessage(),
          e);
    }
  }

  private static Stream<QueryColumn> compared(WhereClause where) {
    return where instanceof WhereClause.Compare compare
        ? Stream.of(compare.column())
        : where.parts().stream().flatMap(Question::compared);
  }
}

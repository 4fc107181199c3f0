package io.dartagnan.client.aggregate;

import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.scan.Question;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Operation.Function;
import io.dartagnan.query.QueryColumn;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The question for aggregates over the rows that satisfy a clause: of a column, over those that
 * have it, or their number alone.
 */
final class AggregateQuestion extends Question {
  private static final Result NO_CELLS = Result.create(List.<Cell>of());

  private final int column;
  private final Set<Function> functions;

  private AggregateQuestion(WhereClause where, QueryColumn column, Set<Function> functions) {
    super(where);
    this.functions = Set.copyOf(functions);
    // Of a number of rows any column of the query is as good as another.
    this.column = Math.max(0, columns().indexOf(column));
  }

  /** The question for aggregates of a column. */
  static AggregateQuestion of(
      QueryColumn column, Optional<WhereClause> where, Set<Function> functions) {
    return new AggregateQuestion(present(column, where), column, functions);
  }

  /**
   * The clause by which rows are counted. A row is there if it has any cell; a clause that asks for
   * cells itself says enough, and the clouds then need not look at the others.
   */
  static WhereClause counted(Optional<WhereClause> where) {
    return where
        .filter(clause -> !clause.holds(NO_CELLS))
        .orElseGet(() -> present(QueryColumn.anyCell(), where));
  }

  /** The question for the number of rows that satisfy a clause. */
  static AggregateQuestion count(WhereClause counted) {
    return new AggregateQuestion(counted, QueryColumn.anyCell(), Set.of(Function.COUNT));
  }

  /** The question for the numbers of rows that satisfy each of several clauses, two or more. */
  static Question counts(List<WhereClause> counted) {
    return new Question(new WhereClause.Joined(false, counted)) {
      @Override
      public boolean opensVerdicts() {
        return false;
      }

      @Override
      protected Operation operation(Predicate predicate) {
        return new Operation.Counts((Predicate.Or) predicate);
      }
    };
  }

  private static WhereClause present(QueryColumn column, Optional<WhereClause> where) {
    WhereClause present = new WhereClause.Present(column);
    return where.map(clause -> WhereClause.and(List.of(present, clause))).orElse(present);
  }

  /** Makes a scan read the cells by which the question is answered, and no others. */
  void narrow(Scan rows) {
    if (columns().stream().noneMatch(QueryColumn::isAnyCell)) {
      rows.setFamilyMap(new TreeMap<>(Bytes.BYTES_COMPARATOR));
      columns().forEach(each -> rows.addColumn(each.family(), each.qualifier()));
    }
  }

  @Override
  public boolean opensVerdicts() {
    return false;
  }

  @Override
  protected Operation operation(Predicate predicate) {
    return new Operation.Aggregate(predicate, column, functions);
  }
}

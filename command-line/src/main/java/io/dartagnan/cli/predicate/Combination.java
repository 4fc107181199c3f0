package io.dartagnan.cli.predicate;

import io.dartagnan.cli.column.TableColumns.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * Clauses that are combined by AND or by OR.
 *
 * @param operator {@code MUST_PASS_ALL} for AND, {@code MUST_PASS_ONE} for OR
 * @param clauses two or more, none of them combined by the same operator
 */
public record Combination(FilterList.Operator operator, List<WhereClause> clauses)
    implements WhereClause {

  public Combination {
    clauses = List.copyOf(clauses);
    if (clauses.size() < 2) {
      throw new IllegalArgumentException(clauses.size() + " clauses given, 2 or more are combined");
    }
  }

  /** The rows that satisfy every clause. */
  public static WhereClause and(List<WhereClause> clauses) {
    return of(FilterList.Operator.MUST_PASS_ALL, clauses);
  }

  /** The rows that satisfy at least one clause. */
  static WhereClause or(List<WhereClause> clauses) {
    return of(FilterList.Operator.MUST_PASS_ONE, clauses);
  }

  private static WhereClause of(FilterList.Operator operator, List<WhereClause> clauses) {
    List<WhereClause> flat = new ArrayList<>();
    for (WhereClause clause : clauses) {
      if (clause instanceof Combination inner && inner.operator == operator) {
        flat.addAll(inner.clauses);
      } else {
        flat.add(clause);
      }
    }
    return flat.size() == 1 ? flat.get(0) : new Combination(operator, flat);
  }

  @Override
  public boolean matches(Function<Column, byte[]> row) {
    return isAnd()
        ? clauses.stream().allMatch(clause -> clause.matches(row))
        : clauses.stream().anyMatch(clause -> clause.matches(row));
  }

  @Override
  public WhereClause negated() {
    List<WhereClause> negated = clauses.stream().map(WhereClause::negated).toList();
    return isAnd() ? or(negated) : and(negated);
  }

  @Override
  public Filter filter() {
    return new FilterList(operator, clauses.stream().map(WhereClause::filter).toList());
  }

  @Override
  public Stream<Condition> conditions() {
    return clauses.stream().flatMap(WhereClause::conditions);
  }

  @Override
  public String text() {
    return clauses.stream()
        .map(clause -> clause instanceof Combination ? "(" + clause.text() + ")" : clause.text())
        .collect(Collectors.joining(isAnd() ? " AND " : " OR "));
  }

  private boolean isAnd() {
    return operator == FilterList.Operator.MUST_PASS_ALL;
  }
}

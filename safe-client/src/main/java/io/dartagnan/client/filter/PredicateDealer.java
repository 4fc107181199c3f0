package io.dartagnan.client.filter;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Function;

/**
 * Dealer of a {@link WhereClause} to the three parties: each gets a {@link Predicate} of the same
 * structure, with its share of each operand of a protected column. Each dealing draws new shares.
 */
public final class PredicateDealer {
  private final List<QueryColumn> columns;
  private final SecureRandom random;

  /**
   * A dealer.
   *
   * @param columns the query's columns: all that the clauses speak of, and any others
   * @param random the only source of shares
   */
  public PredicateDealer(List<QueryColumn> columns, SecureRandom random) {
    this.columns = List.copyOf(columns);
    this.random = random;
  }

  /**
   * Deals a clause.
   *
   * @return entry i is for party i
   * @throws IllegalArgumentException if the clause is larger than a query may be, see {@link #fits}
   */
  public List<Predicate> deal(WhereClause where) {
    if (where instanceof WhereClause.Joined joined) {
      return joined.all()
          ? branch(joined.parts(), Predicate.And::new)
          : branch(joined.parts(), Predicate.Or::new);
    }
    if (where instanceof WhereClause.Not not) {
      return deal(not.part()).stream().<Predicate>map(Predicate.Not::new).toList();
    }
    if (where instanceof WhereClause.Present present) {
      Predicate same = PublicCondition.present(number(present.column()));
      return Party.ALL.stream().map(party -> same).toList();
    }
    WhereClause.Compare compare = (WhereClause.Compare) where;
    int number = number(compare.column());
    return columns
        .get(number)
        .protection()
        .compare(number, compare.comparison(), compare.operand(), random);
  }

  private List<Predicate> branch(
      List<WhereClause> parts, Function<List<Predicate>, Predicate> join) {
    List<List<Predicate>> dealt = parts.stream().map(this::deal).toList();
    return Party.ALL.stream()
        .map(party -> join.apply(dealt.stream().map(part -> part.get(party.index())).toList()))
        .toList();
  }

  private int number(QueryColumn column) {
    int number = columns.indexOf(column);
    if (number < 0) {
      throw new IllegalArgumentException(column + " is not among the columns of the query");
    }
    return number;
  }

  /** True if a clause is within the bounds of a query: columns, conditions, depth and operands. */
  public static boolean fits(WhereClause where) {
    return where.columns().distinct().count() <= Query.MAX_COLUMNS
        && conditions(where) <= Predicate.MAX_CONDITIONS
        && depth(where) <= Predicate.MAX_DEPTH
        && operandsFit(where);
  }

  private static boolean operandsFit(WhereClause where) {
    return where instanceof WhereClause.Compare compare
        ? compare.column().protection().compares(compare.comparison(), compare.operand().length)
        : where.parts().stream().allMatch(PredicateDealer::operandsFit);
  }

  private static int conditions(WhereClause where) {
    if (where instanceof WhereClause.Compare compare) {
      return compare.column().protection().conditionsPerComparison();
    }
    return where.parts().isEmpty()
        ? 1
        : where.parts().stream().mapToInt(PredicateDealer::conditions).sum();
  }

  private static int depth(WhereClause where) {
    if (where instanceof WhereClause.Compare compare) {
      return compare.column().protection().depthPerComparison();
    }
    return 1 + where.parts().stream().mapToInt(PredicateDealer::depth).max().orElse(0);
  }
}

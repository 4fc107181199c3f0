package io.dartagnan.client.filter;

import java.util.List;
import java.util.Optional;

/**
 * A set of rows: those that lie in some ranges and satisfy a clause. Sets of this form are not
 * closed under union, so that {@link #or} gives a superset; {@link #and} is exact.
 *
 * @param where the clause; empty if every row of the ranges belongs to the set
 * @param ranges the ranges
 */
public record RowSet(Optional<WhereClause> where, RowRanges ranges) {

  /** Every row. */
  public static final RowSet ALL = new RowSet(Optional.empty(), RowRanges.ALL);

  /** No row. */
  public static final RowSet NONE = new RowSet(Optional.empty(), RowRanges.NONE);

  /** No clause is needed where there are no rows. */
  public RowSet {
    where = ranges.isEmpty() ? Optional.empty() : where;
  }

  /** The rows that satisfy a clause. */
  public static RowSet of(WhereClause where) {
    return new RowSet(Optional.of(where), RowRanges.ALL);
  }

  /** The rows of some ranges. */
  public static RowSet of(RowRanges ranges) {
    return new RowSet(Optional.empty(), ranges);
  }

  /** The rows in both. */
  public RowSet and(RowSet other) {
    Optional<WhereClause> both =
        where.isPresent() && other.where.isPresent()
            ? Optional.of(WhereClause.and(List.of(where.get(), other.where.get())))
            : where.or(other::where);
    return new RowSet(both, ranges.intersect(other.ranges));
  }

  /** The rows in either, and perhaps more; {@link #unitesExactly} says when there are no more. */
  public RowSet or(RowSet other) {
    if (isNone() || other.isNone()) {
      return isNone() ? other : this;
    }
    Optional<WhereClause> either =
        where.isPresent() && other.where.isPresent()
            ? Optional.of(WhereClause.or(List.of(where.get(), other.where.get())))
            : Optional.empty();
    return new RowSet(either, ranges.union(other.ranges));
  }

  /** True if the union of all the sets is exact: they differ in their clauses or ranges alone. */
  public static boolean unitesExactly(List<RowSet> sets) {
    List<RowSet> some = sets.stream().filter(set -> !set.isNone()).toList();
    return some.contains(ALL)
        || some.stream().allMatch(set -> set.where.isEmpty())
        || some.stream().map(RowSet::ranges).distinct().count() <= 1;
  }

  /** True if there can be no row. */
  public boolean isNone() {
    return ranges.isEmpty();
  }
}

package io.dartagnan.client.filter;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A predicate over the newest values of a row's columns, with its operands in the clear. The client
 * keeps it; {@link PredicateDealer} makes of it what the clouds get.
 *
 * <p>Texts show columns and operators and never an operand.
 */
public sealed interface WhereClause {

  /** True if a row, with at least the newest version of each column, satisfies it. */
  boolean holds(Result row);

  /** The columns that it speaks of; one that occurs twice comes twice. */
  default Stream<QueryColumn> columns() {
    return parts().stream().flatMap(WhereClause::columns);
  }

  /** Whether it has an operand. */
  default boolean compares() {
    return parts().stream().anyMatch(WhereClause::compares);
  }

  /** The clauses that it joins or negates; none of a condition on a column. */
  default List<WhereClause> parts() {
    return List.of();
  }

  /** The clauses of which it is the conjunction; itself if it is none. */
  default List<WhereClause> conjuncts() {
    return this instanceof Joined joined && joined.all ? joined.parts : List.of(this);
  }

  /**
   * A conjunction or a disjunction.
   *
   * @param all true if it holds where all parts do, false if where any does
   * @param parts two or more
   */
  record Joined(boolean all, List<WhereClause> parts) implements WhereClause {
    /** Takes a copy. */
    public Joined {
      if (parts.size() < 2) {
        throw new IllegalArgumentException(
            parts.size() + " parts were given, two or more are joined");
      }
      parts = List.copyOf(parts);
    }

    @Override
    public boolean holds(Result row) {
      return all
          ? parts.stream().allMatch(part -> part.holds(row))
          : parts.stream().anyMatch(part -> part.holds(row));
    }

    @Override
    public String toString() {
      return parts.stream()
          .map(WhereClause::inBrackets)
          .collect(Collectors.joining(all ? " AND " : " OR "));
    }
  }

  /** Holds where its part does not. */
  record Not(WhereClause part) implements WhereClause {
    @Override
    public boolean holds(Result row) {
      return !part.holds(row);
    }

    @Override
    public List<WhereClause> parts() {
      return List.of(part);
    }

    @Override
    public String toString() {
      return "NOT " + inBrackets(part);
    }
  }

  /** Holds where a row has the column. */
  record Present(QueryColumn column) implements WhereClause {
    @Override
    public boolean holds(Result row) {
      return column.isAnyCell() ? !row.isEmpty() : newest(row, column) != null;
    }

    @Override
    public Stream<QueryColumn> columns() {
      return Stream.of(column);
    }

    @Override
    public String toString() {
      return name(column) + " present";
    }
  }

  /**
   * Holds where a row has the column and its newest value compares so with the operand. A row that
   * lacks the column does not satisfy it, whatever the operator.
   *
   * @param comparison operator and ordering; signed on int64 columns alone, by words on {@code
   *     search} columns alone
   * @param operand of a protected column, any that its type can encode; of a plain one, the bytes
   */
  record Compare(QueryColumn column, Comparison comparison, byte[] operand) implements WhereClause {
    /** Takes a copy. */
    public Compare {
      operand = operand.clone();
    }

    @Override
    public boolean holds(Result row) {
      byte[] value = newest(row, column);
      if (value == null) {
        return false;
      }
      int sign =
          switch (comparison.ordering()) {
            case SIGNED -> Long.compare(Bytes.toLong(value), Bytes.toLong(operand));
            case UNSIGNED -> Bytes.compareTo(value, operand);
            case WORDS ->
                Ordering.byWord(WordComparator.wordsOf(value).contains(Bytes.toString(operand)));
          };
      return comparison.operator().holds(sign);
    }

    @Override
    public Stream<QueryColumn> columns() {
      return Stream.of(column);
    }

    @Override
    public boolean compares() {
      return true;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Compare that
          && column.equals(that.column)
          && comparison.equals(that.comparison)
          && Arrays.equals(operand, that.operand);
    }

    @Override
    public int hashCode() {
      // With the operand: a filter may compare one column with hundreds of values.
      return 31 * (31 * column.hashCode() + comparison.hashCode()) + Arrays.hashCode(operand);
    }

    @Override
    public String toString() {
      return name(column) + " " + comparison.operator().symbol() + " ?";
    }
  }

  /** The conjunction of some clauses; the clause itself if there is one. */
  static WhereClause and(List<WhereClause> parts) {
    return join(true, parts);
  }

  /** The disjunction of some clauses; the clause itself if there is one. */
  static WhereClause or(List<WhereClause> parts) {
    return join(false, parts);
  }

  /**
   * Joins the parts, without those that repeat an earlier one and have no operand. The clouds see
   * how many conditions there are: left out for its operand, one would tell them that two are
   * equal.
   */
  private static WhereClause join(boolean all, List<WhereClause> parts) {
    Set<WhereClause> met = new HashSet<>();
    List<WhereClause> flat =
        parts.stream()
            .flatMap(
                part ->
                    part instanceof Joined joined && joined.all == all
                        ? joined.parts.stream()
                        : Stream.of(part))
            .filter(part -> part.compares() || met.add(part))
            .toList();
    return flat.size() == 1 ? flat.get(0) : new Joined(all, flat);
  }

  /** A comparison of a column's newest value, as numbers or bytewise. */
  static WhereClause compare(
      QueryColumn column, Operator operator, Ordering ordering, byte[] operand) {
    return new Compare(column, new Comparison(operator, ordering), operand);
  }

  /** A clause about the rows from one on. */
  static WhereClause from(WhereClause where, byte[] start) {
    return start.length == 0
        ? where
        : and(
            List.of(
                where,
                compare(
                    QueryColumn.rowKey(), Operator.GREATER_OR_EQUAL, Ordering.UNSIGNED, start)));
  }

  private static byte[] newest(Result row, QueryColumn column) {
    if (column.isRowKey()) {
      return row.getRow();
    }
    Cell cell = row.getColumnLatestCell(column.family(), column.qualifier());
    return cell == null ? null : CellUtil.cloneValue(cell);
  }

  private static String inBrackets(WhereClause part) {
    return part instanceof Joined ? "(" + part + ")" : part.toString();
  }

  private static String name(QueryColumn column) {
    if (column.isRowKey()) {
      return column.name();
    }
    return Bytes.toStringBinary(column.family()) + ":" + Bytes.toStringBinary(column.qualifier());
  }
}

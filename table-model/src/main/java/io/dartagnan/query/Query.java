package io.dartagnan.query;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import java.util.List;

/**
 * The request to one party about one range of a table: the attribute {@link #ATTRIBUTE} of the scan
 * that the Safe Client opens on that party's region. {@link QueryFormat} is its wire form.
 *
 * @param session names the evaluation, the same at all parties
 * @param party who is asked
 * @param servers the region servers that hold the range at party 0, 1 and 2, as HBase names them
 * @param suite name of the protocol suite
 * @param columns the columns that the operation speaks of, 1 to {@link #MAX_COLUMNS}; the row key
 *     behind all others, of which there is one at least
 * @param operation the work that is asked for
 */
public record Query(
    QuerySession session,
    Party party,
    List<String> servers,
    String suite,
    List<QueryColumn> columns,
    Operation operation) {

  /** The name of the scan attribute that holds an encoded query. */
  public static final String ATTRIBUTE = "dartagnan.query";

  /** Most columns that a query may speak of. */
  public static final int MAX_COLUMNS = 256;

  /**
   * Checks that there are three servers, and that every condition and aggregate fits its column.
   *
   * @throws IllegalArgumentException naming what does not fit
   */
  public Query {
    servers = List.copyOf(servers);
    columns = List.copyOf(columns);
    if (servers.size() != Party.ALL.size()) {
      throw new IllegalArgumentException(servers.size() + " servers given, three are needed");
    }
    if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
      throw new IllegalArgumentException(
          "%d columns given in a query, 1 to %d are allowed"
              .formatted(columns.size(), MAX_COLUMNS));
    }
    columns.stream().limit(Math.max(1, columns.size() - 1)).forEach(Query::requireStored);
    for (Condition condition : operation.predicate().conditions().toList()) {
      requireFit(condition, column(columns, condition.column()));
    }
    if (operation instanceof Operation.Aggregate aggregate) {
      QueryColumn aggregated = column(columns, aggregate.column());
      requireStored(aggregated);
      aggregated.lanes();
    }
  }

  private static void requireStored(QueryColumn column) {
    if (column.isRowKey()) {
      throw new IllegalArgumentException(
          "the row key was given before other columns, alone, or to be aggregated; it is named behind others and compared");
    }
  }

  private static QueryColumn column(List<QueryColumn> columns, int number) {
    if (number >= columns.size()) {
      throw new IllegalArgumentException(
          "column %d was asked for, the query names %d".formatted(number, columns.size()));
    }
    return columns.get(number);
  }

  private static void requireFit(Condition condition, QueryColumn column) {
    boolean fits =
        column.isAnyCell() && condition instanceof PublicCondition known
            ? known.isPresence()
            : column.protection().takes(condition);
    fits &= !column.isRowKey() || condition.comparison().ordering() == Ordering.UNSIGNED;
    if (!fits) {
      throw new IllegalArgumentException(
          (condition instanceof PublicCondition
                  ? "condition %s was given in the clear, column %s takes only its presence so"
                  : "the operand of condition %s is not a share of a value of column %s")
              .formatted(condition, column));
    }
  }

  /** The columns that a row stores, with their numbers: all but the row key. */
  public List<QueryColumn> stored() {
    int last = columns.size() - 1;
    return columns.get(last).isRowKey() ? columns.subList(0, last) : columns;
  }

  /** The attribute's value. */
  public byte[] encode() {
    return QueryFormat.encode(this);
  }

  /**
   * Reads an attribute's value. Trusts nothing: the bytes may come from an enemy.
   *
   * @throws IllegalArgumentException if it is not a well-formed query, saying what is wrong
   */
  public static Query decode(byte[] bytes) {
    return QueryFormat.decode(bytes);
  }

  /** Names the session and the party; never an operand. */
  @Override
  public String toString() {
    return "query " + session + " at " + party;
  }
}

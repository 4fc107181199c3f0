package io.dartagnan.query;

import io.dartagnan.mpc.predicate.Predicate;
import java.util.EnumSet;
import java.util.Set;

/** The work that a query asks for on the rows that satisfy its predicate. */
public sealed interface Operation permits Operation.Select, Operation.Aggregate, Operation.Counts {

  /**
   * The predicate: this party's copy, over the query's columns. A row that lacks every column of it
   * is judged like any other, so it says itself what presence it needs.
   */
  Predicate predicate();

  /**
   * Returns the rows that satisfy the predicate. The parties learn which rows those are.
   *
   * @param limit after how many rows the evaluation may end, 1 or more; {@link #NO_LIMIT} for never
   */
  record Select(Predicate predicate, int limit) implements Operation {

    /** The limit of a selection that returns every row. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Checks the limit. */
    public Select {
      if (limit < 1) {
        throw new IllegalArgumentException(
            "a limit of " + limit + " rows was given, 1 or more are allowed");
      }
    }
  }

  /** One number, or one value, over all rows that satisfy a predicate. */
  enum Function {
    /** Number of rows. */
    COUNT(1),
    /** The sum of an int64 column, mod 2^64. */
    SUM(2),
    /** The least value of a column: signed order of int64, bytewise order of the rest. */
    MIN(4),
    /** The greatest value of a column, in the same order. */
    MAX(8);

    private final int bit;

    Function(int bit) {
      this.bit = bit;
    }

    static int encode(Set<Function> functions) {
      return functions.stream().mapToInt(function -> function.bit).sum();
    }

    static EnumSet<Function> decode(int bits) {
      EnumSet<Function> functions = EnumSet.noneOf(Function.class);
      for (Function function : values()) {
        if ((bits & function.bit) != 0) {
          functions.add(function);
        }
      }
      if (encode(functions) != bits) {
        throw new IllegalArgumentException(
            "aggregates of the unknown code " + bits + " were given in a query");
      }
      return functions;
    }
  }

  /**
   * Returns shares of aggregates over the rows that satisfy the predicate. The parties learn
   * nothing of which rows those are, how many, or what they add up to.
   *
   * @param column the aggregated column, by its place in the query's list; the predicate must not
   *     hold for rows that lack it. With {@link Function#COUNT} alone it plays no part
   * @param functions 1 or more
   */
  record Aggregate(Predicate predicate, int column, Set<Function> functions) implements Operation {

    /** Checks that there is a function. */
    public Aggregate {
      functions = Set.copyOf(functions);
      if (functions.isEmpty()) {
        throw new IllegalArgumentException("a query for no aggregate was given; ask for one");
      }
    }
  }

  /**
   * Returns shares of the numbers of rows that satisfy each of several predicates. The parties
   * learn of each what they learn of an {@link Aggregate}.
   *
   * @param predicate the disjunction of the predicates, each a child
   */
  record Counts(Predicate.Or predicate) implements Operation {}
}

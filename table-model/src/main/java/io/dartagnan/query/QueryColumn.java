package io.dartagnan.query;

import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A column that a query's predicate or aggregate speaks of, by its place in the query's list.
 *
 * @param family column family; empty for {@link #anyCell}
 * @param qualifier column qualifier
 * @param protection how the client believes the column to be protected; a cloud whose schema says
 *     something else refuses the query
 */
public record QueryColumn(byte[] family, byte[] qualifier, Protection protection) {

  /**
   * Checks the pseudo-column.
   *
   * @throws IllegalArgumentException if it is said to be other than plain
   */
  public QueryColumn {
    if (family.length == 0 && !protection.equals(Protection.PLAIN)) {
      throw new IllegalArgumentException(
          "a column without a family was given as '%s'; that is any cell, which holds no shares"
              .formatted(protection));
    }
  }

  /**
   * The pseudo-column of all cells that the scan selects: a row has it when there is any cell that
   * all three clouds hold. A predicate may ask for its presence and for nothing else.
   */
  public static QueryColumn anyCell() {
    return new QueryColumn(new byte[0], new byte[0], Protection.PLAIN);
  }

  /** Whether this is {@link #anyCell}; HBase has no family without a name. */
  public boolean isAnyCell() {
    return family.length == 0;
  }

  /**
   * The protection, for protocols to compute with the values.
   *
   * @throws IllegalArgumentException if they cannot
   */
  public LaneProtection lanes() {
    if (protection instanceof LaneProtection lanes) {
      return lanes;
    }
    throw new IllegalArgumentException(
        "column %s is declared '%s', the clouds do not compute with its values"
            .formatted(name(), protection));
  }

  /** Family and qualifier, as messages write them. */
  public String name() {
    return isAnyCell()
        ? "any cell"
        : Bytes.toStringBinary(family) + ":" + Bytes.toStringBinary(qualifier);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QueryColumn that
        && Arrays.equals(family, that.family)
        && Arrays.equals(qualifier, that.qualifier)
        && protection.equals(that.protection);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(family) + Arrays.hashCode(qualifier);
  }

  /** Family, qualifier and protection. */
  @Override
  public String toString() {
    return isAnyCell() ? name() : name() + " (" + protection + ")";
  }
}

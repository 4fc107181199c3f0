package io.dartagnan.query;

import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A column that a query's predicate or aggregate speaks of, by its place in the query's list.
 *
 * @param family column family; empty for {@link #anyCell} and {@link #rowKey}
 * @param qualifier column qualifier; {@link #rowKey} has one of its own
 * @param protection how the client believes the column to be protected; a cloud whose schema says
 *     something else refuses the query
 */
public record QueryColumn(byte[] family, byte[] qualifier, Protection protection) {
  private static final byte[] ROW_KEY = Bytes.toBytes("row");

  /**
   * Checks the pseudo-columns.
   *
   * @throws IllegalArgumentException if there is no such one, or it is said to be other than plain
   */
  public QueryColumn {
    if (family.length == 0) {
      if (!protection.equals(Protection.PLAIN)) {
        throw new IllegalArgumentException(
            "a column without a family was given as '%s'; that is any cell or the row key, which hold no shares"
                .formatted(protection));
      }
      if (qualifier.length > 0 && !Arrays.equals(qualifier, ROW_KEY)) {
        throw new IllegalArgumentException(
            "a column without a family was given with qualifier %s; client and server are of different releases"
                .formatted(Bytes.toStringBinary(qualifier)));
      }
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
    return family.length == 0 && qualifier.length == 0;
  }

  /**
   * The pseudo-column whose value is the row's key, the last of a query's columns. Every row has
   * it; a predicate may compare it bytewise with operands in the clear, as a scan's ends do.
   */
  public static QueryColumn rowKey() {
    return new QueryColumn(new byte[0], ROW_KEY, Protection.PLAIN);
  }

  /** Whether this is {@link #rowKey}. */
  public boolean isRowKey() {
    return family.length == 0 && qualifier.length > 0;
  }

  /** The same as one query compares it, with the keys that the client knows now. */
  public QueryColumn ofNow() {
    return protection instanceof SealedProtection sealed
        ? new QueryColumn(family, qualifier, sealed.withKeysOfNow())
        : this;
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
    if (isRowKey()) {
      return "row key";
    }
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
    return family.length == 0 ? name() : name() + " (" + protection + ")";
  }
}

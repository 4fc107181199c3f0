package io.dartagnan.audit;

import java.util.Arrays;

/**
 * One version, or one delete marker, that a cloud has: where it is and of which write, never what
 * it holds.
 *
 * @param column row, family and qualifier; the qualifier of a marker for a whole family is empty
 * @param timestamp its
 * @param kind what it is
 * @param id the write id of a share; of a plain cell a number that stands for its value. 0 of all
 *     else
 * @param settled whether the cloud knows that it was once on all three clouds
 * @param stamp of its write, where the cloud still knows it, otherwise the timestamp
 */
public record HeldVersion(
    Column column, long timestamp, Kind kind, long id, boolean settled, long stamp) {

  /** Kinds of what is held. */
  public enum Kind {
    /** A version that a read of this cloud shows. */
    VERSION,
    /** The same in a protected column, and it is no share of this cloud. */
    NO_SHARE,
    /** A delete of the version at exactly its timestamp. */
    DELETE_VERSION,
    /** A delete of the column's versions up to its timestamp. */
    DELETE_COLUMN,
    /** A delete of the family's versions up to its timestamp. */
    DELETE_FAMILY,
    /** A delete of the family's versions at exactly its timestamp. */
    DELETE_FAMILY_VERSION,
    /** A version whose share was given in a repair, and that no client has confirmed. */
    GIVEN
  }

  /** The place of a version but for its timestamp; in the order of a table. */
  public record Column(byte[] row, byte[] family, byte[] qualifier) implements Comparable<Column> {

    @Override
    public int compareTo(Column other) {
      int order = Arrays.compareUnsigned(row, other.row);
      if (order == 0) {
        order = Arrays.compareUnsigned(family, other.family);
      }
      return order == 0 ? Arrays.compareUnsigned(qualifier, other.qualifier) : order;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Column that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
      return (Arrays.hashCode(row) * 31 + Arrays.hashCode(family)) * 31
          + Arrays.hashCode(qualifier);
    }
  }

  /** Whether it is a version and no marker. */
  public boolean isVersion() {
    return kind == Kind.VERSION || kind == Kind.NO_SHARE || kind == Kind.GIVEN;
  }

  /** Whether this marker deletes the version of a column at a timestamp. */
  public boolean deletes(Column of, long at) {
    boolean sameFamily =
        Arrays.equals(column.row, of.row) && Arrays.equals(column.family, of.family);
    return sameFamily
        && switch (kind) {
          case VERSION, NO_SHARE, GIVEN -> false;
          case DELETE_VERSION -> column.equals(of) && timestamp == at;
          case DELETE_COLUMN -> column.equals(of) && timestamp >= at;
          case DELETE_FAMILY -> timestamp >= at;
          case DELETE_FAMILY_VERSION -> timestamp == at;
        };
  }
}

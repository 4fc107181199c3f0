package io.dartagnan.client.atomic;

import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * A condition in the older form of HBase's builders, which names the family first and the rest
 * later; with what is to be done it becomes a {@link CheckAndMutate}.
 *
 * <p>As HBase's own builders do, it throws {@code NullPointerException} for what is left out:
 * programs may expect that one.
 */
public final class LegacyCondition {
  private final CheckAndMutate.Builder builder;
  private final byte[] family;
  private byte[] qualifier;
  private boolean complete;

  private LegacyCondition(CheckAndMutate.Builder builder, byte[] family, boolean complete) {
    this.builder = builder;
    this.family = family;
    this.complete = complete;
  }

  /** Starts one on a column of the family. */
  public static LegacyCondition onColumn(byte[] row, byte[] family) {
    Objects.requireNonNull(row, "row is null");
    Objects.requireNonNull(family, "family is null");
    return new LegacyCondition(CheckAndMutate.newBuilder(row), family, false);
  }

  /** Makes one of a filter, complete as it is. */
  public static LegacyCondition onFilter(byte[] row, Filter filter) {
    Objects.requireNonNull(row, "row is null");
    Objects.requireNonNull(filter, "filter is null");
    return new LegacyCondition(CheckAndMutate.newBuilder(row).ifMatches(filter), null, true);
  }

  /** Names the column. */
  public void qualifier(byte[] of) {
    qualifier =
        Objects.requireNonNull(
            of, "null was given in the place of a qualifier; leave the call out for the empty one");
  }

  /** Looks only at versions of such timestamps. */
  public void timeRange(TimeRange timeRange) {
    builder.timeRange(timeRange);
  }

  /** Holds if the column is not there. */
  public void ifNotExists() {
    complete = true;
    builder.ifNotExists(family, qualifier);
  }

  /** Holds if the column's value compares so. */
  public void ifMatches(CompareOperator operator, byte[] value) {
    Objects.requireNonNull(
        value, "null was given in the place of a value; ifNotExists() asks for absence");
    complete = true;
    builder.ifMatches(family, qualifier, operator, value);
  }

  /** Puts under this condition. */
  public CheckAndMutate then(Put put) {
    return complete().build(put);
  }

  /** Deletes under this condition. */
  public CheckAndMutate then(Delete delete) {
    return complete().build(delete);
  }

  /** Mutates the row under this condition. */
  public CheckAndMutate then(RowMutations mutations) {
    return complete().build(mutations);
  }

  private CheckAndMutate.Builder complete() {
    if (!complete) {
      throw new NullPointerException(
          "null was given in the place of a condition; call ifNotExists, ifEquals or ifMatches"
              + " first");
    }
    return builder;
  }
}

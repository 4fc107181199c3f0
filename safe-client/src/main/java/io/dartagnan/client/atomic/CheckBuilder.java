package io.dartagnan.client.atomic;

import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** Builders of conditional changes in HBase's older form. */
@SuppressWarnings("deprecation") // Programs use it.
public final class CheckBuilder {
  private CheckBuilder() {}

  /** Starts one with a condition on a column of the family. */
  public static Table.CheckAndMutateBuilder onColumn(Table table, byte[] row, byte[] family) {
    return new OnColumn(table, row, family);
  }

  /** Starts one with a filter for its condition. */
  public static Table.CheckAndMutateWithFilterBuilder onFilter(
      Table table, byte[] row, Filter filter) {
    return new OnFilter(table, CheckAndMutate.newBuilder(row).ifMatches(filter));
  }

  /** As HBase's own builders do, by the exception that programs may expect. */
  private static void requireGiven(Object given, String what) {
    if (given == null) {
      throw new NullPointerException("null was given in the place of " + what);
    }
  }

  private static final class OnColumn implements Table.CheckAndMutateBuilder {
    private final Table table;
    private final CheckAndMutate.Builder builder;
    private final byte[] family;
    private byte[] qualifier;
    private boolean conditional;

    OnColumn(Table table, byte[] row, byte[] family) {
      this.table = table;
      this.builder = CheckAndMutate.newBuilder(row);
      this.family = family;
    }

    @Override
    public Table.CheckAndMutateBuilder qualifier(byte[] of) {
      requireGiven(of, "a qualifier; leave the call out for the empty one");
      qualifier = of;
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder timeRange(TimeRange timeRange) {
      builder.timeRange(timeRange);
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder ifNotExists() {
      conditional = true;
      builder.ifNotExists(family, qualifier);
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder ifMatches(CompareOperator operator, byte[] value) {
      requireGiven(value, "a value; ifNotExists() asks for absence");
      conditional = true;
      builder.ifMatches(family, qualifier, operator, value);
      return this;
    }

    @Override
    public boolean thenPut(Put put) throws IOException {
      return table.checkAndMutate(conditional().build(put)).isSuccess();
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return table.checkAndMutate(conditional().build(delete)).isSuccess();
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return table.checkAndMutate(conditional().build(mutations)).isSuccess();
    }

    private CheckAndMutate.Builder conditional() {
      requireGiven(
          conditional ? family : null,
          "a condition; call ifNotExists, ifEquals or ifMatches first");
      return builder;
    }
  }

  private record OnFilter(Table table, CheckAndMutate.Builder builder)
      implements Table.CheckAndMutateWithFilterBuilder {

    @Override
    public Table.CheckAndMutateWithFilterBuilder timeRange(TimeRange timeRange) {
      builder.timeRange(timeRange);
      return this;
    }

    @Override
    public boolean thenPut(Put put) throws IOException {
      return table.checkAndMutate(builder.build(put)).isSuccess();
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return table.checkAndMutate(builder.build(delete)).isSuccess();
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return table.checkAndMutate(builder.build(mutations)).isSuccess();
    }
  }
}

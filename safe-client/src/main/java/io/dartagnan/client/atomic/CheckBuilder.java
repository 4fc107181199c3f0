package io.dartagnan.client.atomic;

import java.io.IOException;
import org.apache.hadoop.hbase.CompareOperator;
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
    return new OnColumn(table, LegacyCondition.onColumn(row, family));
  }

  /** Starts one with a filter for its condition. */
  public static Table.CheckAndMutateWithFilterBuilder onFilter(
      Table table, byte[] row, Filter filter) {
    return new OnFilter(table, LegacyCondition.onFilter(row, filter));
  }

  private record OnColumn(Table table, LegacyCondition condition)
      implements Table.CheckAndMutateBuilder {

    @Override
    public Table.CheckAndMutateBuilder qualifier(byte[] qualifier) {
      condition.qualifier(qualifier);
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder timeRange(TimeRange timeRange) {
      condition.timeRange(timeRange);
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder ifNotExists() {
      condition.ifNotExists();
      return this;
    }

    @Override
    public Table.CheckAndMutateBuilder ifMatches(CompareOperator operator, byte[] value) {
      condition.ifMatches(operator, value);
      return this;
    }

    @Override
    public boolean thenPut(Put put) throws IOException {
      return table.checkAndMutate(condition.then(put)).isSuccess();
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return table.checkAndMutate(condition.then(delete)).isSuccess();
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return table.checkAndMutate(condition.then(mutations)).isSuccess();
    }
  }

  private record OnFilter(Table table, LegacyCondition condition)
      implements Table.CheckAndMutateWithFilterBuilder {

    @Override
    public Table.CheckAndMutateWithFilterBuilder timeRange(TimeRange timeRange) {
      condition.timeRange(timeRange);
      return this;
    }

    @Override
    public boolean thenPut(Put put) throws IOException {
      return table.checkAndMutate(condition.then(put)).isSuccess();
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return table.checkAndMutate(condition.then(delete)).isSuccess();
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return table.checkAndMutate(condition.then(mutations)).isSuccess();
    }
  }
}

package io.dartagnan.client.async;

import io.dartagnan.client.atomic.LegacyCondition;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;

/** Builders of conditional changes in the older form of HBase's asynchronous client. */
@SuppressWarnings("deprecation") // Programs use it.
final class AsyncCheckBuilder {
  private AsyncCheckBuilder() {}

  /** Starts one with a condition on a column. */
  static AsyncTable.CheckAndMutateBuilder onColumn(AsyncTable<?> table, LegacyCondition condition) {
    return new OnColumn(table, condition);
  }

  /** Starts one with a filter for its condition. */
  static AsyncTable.CheckAndMutateWithFilterBuilder onFilter(
      AsyncTable<?> table, LegacyCondition condition) {
    return new OnFilter(table, condition);
  }

  /** Completed by hand: of a dependent stage, a listener would hear a wrapped failure. */
  private static CompletableFuture<Boolean> succeeded(
      AsyncTable<?> table, CheckAndMutate operation) {
    CompletableFuture<Boolean> success = new CompletableFuture<>();
    CompletableFuture<CheckAndMutateResult> done = table.checkAndMutate(operation);
    done.whenComplete(
        (result, failure) -> {
          if (failure != null) {
            success.completeExceptionally(failure);
          } else {
            success.complete(result.isSuccess());
          }
        });
    return success;
  }

  private record OnColumn(AsyncTable<?> table, LegacyCondition condition)
      implements AsyncTable.CheckAndMutateBuilder {

    @Override
    public AsyncTable.CheckAndMutateBuilder qualifier(byte[] qualifier) {
      condition.qualifier(qualifier);
      return this;
    }

    @Override
    public AsyncTable.CheckAndMutateBuilder timeRange(TimeRange timeRange) {
      condition.timeRange(timeRange);
      return this;
    }

    @Override
    public AsyncTable.CheckAndMutateBuilder ifNotExists() {
      condition.ifNotExists();
      return this;
    }

    @Override
    public AsyncTable.CheckAndMutateBuilder ifMatches(CompareOperator operator, byte[] value) {
      condition.ifMatches(operator, value);
      return this;
    }

    @Override
    public CompletableFuture<Boolean> thenPut(Put put) {
      return succeeded(table, condition.then(put));
    }

    @Override
    public CompletableFuture<Boolean> thenDelete(Delete delete) {
      return succeeded(table, condition.then(delete));
    }

    @Override
    public CompletableFuture<Boolean> thenMutate(RowMutations mutations) {
      return succeeded(table, condition.then(mutations));
    }
  }

  private record OnFilter(AsyncTable<?> table, LegacyCondition condition)
      implements AsyncTable.CheckAndMutateWithFilterBuilder {

    @Override
    public AsyncTable.CheckAndMutateWithFilterBuilder timeRange(TimeRange timeRange) {
      condition.timeRange(timeRange);
      return this;
    }

    @Override
    public CompletableFuture<Boolean> thenPut(Put put) {
      return succeeded(table, condition.then(put));
    }

    @Override
    public CompletableFuture<Boolean> thenDelete(Delete delete) {
      return succeeded(table, condition.then(delete));
    }

    @Override
    public CompletableFuture<Boolean> thenMutate(RowMutations mutations) {
      return succeeded(table, condition.then(mutations));
    }
  }
}

package io.dartagnan.client.async;

import com.google.protobuf.RpcChannel;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.RefusingTable;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.table.LegacyCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A table whose protected values are shared over three clouds, and which makes nobody wait.
 *
 * <p>Every call is one of the {@link Table} of the same connection, on a thread of the connection:
 * what that one checks, splits, puts together and refuses is the same here, and comes through the
 * future. As HBase's own, this is thread-safe.
 *
 * @param <C> told of a scan's rows
 */
@SuppressWarnings("deprecation") // Programs use the older builders.
final class SafeAsyncTable<C extends ScanResultConsumerBase> implements AsyncTable<C> {

  /** A way to scan that tells a consumer. */
  @FunctionalInterface
  interface Observed<C> {
    void start(AsyncParts parts, TableSettings table, Scan scan, C consumer);
  }

  private final AsyncParts parts;
  private final TableSettings settings;
  private final Observed<C> observed;
  private final PutCheck check;

  SafeAsyncTable(AsyncParts parts, TableSettings settings, Observed<C> observed) {
    this.parts = parts;
    this.settings = settings;
    this.observed = observed;
    this.check = new PutCheck(ClientSettings.maxCellBytes(getConfiguration()));
  }

  private <T> CompletableFuture<T> call(IOFunction<Table, T> call) {
    return parts.call(
        connection -> {
          try (Table table = settings.open(connection)) {
            return call.apply(table);
          }
        });
  }

  private <T> List<CompletableFuture<T>> batch(
      List<? extends Row> actions, Function<Object, T> answer) {
    actions.forEach(check::require);
    return BatchCall.start(parts, settings, actions, answer);
  }

  @Override
  public TableName getName() {
    return settings.name();
  }

  @Override
  public Configuration getConfiguration() {
    return parts.connection().getConfiguration();
  }

  @Override
  public CompletableFuture<TableDescriptor> getDescriptor() {
    return call(Table::getDescriptor);
  }

  /** {@inheritDoc} Its regions are those of cloud 0. */
  @Override
  public AsyncTableRegionLocator getRegionLocator() {
    return parts.locator(settings.name());
  }

  @Override
  public CompletableFuture<Boolean> exists(Get get) {
    return call(table -> table.exists(get));
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return call(table -> table.get(get));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    check.require(put);
    return call(
        table -> {
          table.put(put);
          return null;
        });
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return call(
        table -> {
          table.delete(delete);
          return null;
        });
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return call(table -> table.append(append));
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return call(table -> table.increment(increment));
  }

  @Override
  public CompletableFuture<Result> mutateRow(RowMutations mutations) {
    check.require(mutations);
    return call(table -> table.mutateRow(mutations));
  }

  @Override
  public CompletableFuture<CheckAndMutateResult> checkAndMutate(CheckAndMutate operation) {
    check.require(operation);
    return call(table -> table.checkAndMutate(operation));
  }

  @Override
  public List<CompletableFuture<CheckAndMutateResult>> checkAndMutate(
      List<CheckAndMutate> operations) {
    return batch(operations, CheckAndMutateResult.class::cast);
  }

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return LegacyCheck.onColumn(CheckAndMutateBuilder.class, row, family, this::succeeds);
  }

  @Override
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return LegacyCheck.onFilter(CheckAndMutateWithFilterBuilder.class, row, filter, this::succeeds);
  }

  private CompletableFuture<Boolean> succeeds(CheckAndMutate operation) {
    check.require(operation);
    return call(table -> table.checkAndMutate(operation).isSuccess());
  }

  @Override
  public List<CompletableFuture<Boolean>> exists(List<Get> gets) {
    List<Get> whole = new ArrayList<>(gets.size());
    gets.forEach(get -> whole.add(new Get(get).setCheckExistenceOnly(false)));
    return batch(whole, row -> !((Result) row).isEmpty());
  }

  @Override
  public List<CompletableFuture<Result>> get(List<Get> gets) {
    return batch(gets, Result.class::cast);
  }

  @Override
  public List<CompletableFuture<Void>> put(List<Put> puts) {
    return batch(puts, done -> null);
  }

  @Override
  public List<CompletableFuture<Void>> delete(List<Delete> deletes) {
    return batch(deletes, done -> null);
  }

  /** {@inheritDoc} As HBase's own, it takes the caller's word for the type of the results. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> List<CompletableFuture<T>> batch(List<? extends Row> actions) {
    return batch(actions, result -> (T) result);
  }

  @Override
  public void scan(Scan scan, C consumer) {
    observed.start(parts, settings, copy(scan), consumer);
  }

  @Override
  public ResultScanner getScanner(Scan scan) {
    return new DeferredScanner(parts, settings, copy(scan));
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    Scan copied = copy(scan);
    return call(
        table -> {
          try (ResultScanner scanner = table.getScanner(copied)) {
            List<Result> rows = new ArrayList<>();
            for (Result row = scanner.next(); row != null; row = scanner.next()) {
              parts.calls().requireOpen();
              rows.add(row);
            }
            return rows;
          }
        });
  }

  /** It is read later, when the application may have changed it. */
  private static Scan copy(Scan scan) {
    try {
      return new Scan(scan);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public <S, R> CompletableFuture<R> coprocessorService(
      Function<RpcChannel, S> stubMaker, ServiceCaller<S, R> callable, byte[] row) {
    return CompletableFuture.failedFuture(noEndpoints());
  }

  @Override
  public <S, R> CoprocessorServiceBuilder<S, R> coprocessorService(
      Function<RpcChannel, S> stubMaker,
      ServiceCaller<S, R> callable,
      CoprocessorCallback<R> callback) {
    throw noEndpoints();
  }

  private static UnsupportedOperationException noEndpoints() {
    return Unsupported.operation("coprocessorService", RefusingTable.ENDPOINT);
  }

  /** A timeout that was set, in milliseconds, or else that of HBase's own client of cloud 0. */
  private long timeout(
      OptionalInt setMs, ToLongBiFunction<Table, TimeUnit> ofTable, TimeUnit unit) {
    if (setMs.isPresent()) {
      return unit.convert(setMs.getAsInt(), TimeUnit.MILLISECONDS);
    }
    try (Table table = parts.cloud0().getTable(settings.name())) {
      return ofTable.applyAsLong(table, unit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long getRpcTimeout(TimeUnit unit) {
    return timeout(settings.rpcMs(), Table::getRpcTimeout, unit);
  }

  @Override
  public long getReadRpcTimeout(TimeUnit unit) {
    return timeout(settings.readMs(), Table::getReadRpcTimeout, unit);
  }

  @Override
  public long getWriteRpcTimeout(TimeUnit unit) {
    return timeout(settings.writeMs(), Table::getWriteRpcTimeout, unit);
  }

  @Override
  public long getOperationTimeout(TimeUnit unit) {
    return timeout(settings.operationMs(), Table::getOperationTimeout, unit);
  }

  /** {@inheritDoc} It is that of the configuration. */
  @Override
  public long getScanTimeout(TimeUnit unit) {
    int milliseconds =
        parts
            .cloud0()
            .getConfiguration()
            .getInt(
                HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD,
                HConstants.DEFAULT_HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
    return unit.convert(milliseconds, TimeUnit.MILLISECONDS);
  }

  @Override
  public Map<String, byte[]> getRequestAttributes() {
    return settings.attributes();
  }
}

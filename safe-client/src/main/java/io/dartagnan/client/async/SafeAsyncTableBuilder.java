package io.dartagnan.client.async;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;

/**
 * A builder of asynchronous tables, with the settings that a table of three clouds can keep.
 *
 * @param <C> told of a scan's rows
 */
final class SafeAsyncTableBuilder<C extends ScanResultConsumerBase>
    implements AsyncTableBuilder<C> {
  private final AsyncParts parts;
  private final TableName name;
  private final SafeAsyncTable.Observed<C> observed;
  private final Map<String, byte[]> attributes = new HashMap<>();
  private OptionalInt operationMs = OptionalInt.empty();
  private OptionalInt rpcMs = OptionalInt.empty();
  private OptionalInt readMs = OptionalInt.empty();
  private OptionalInt writeMs = OptionalInt.empty();

  SafeAsyncTableBuilder(AsyncParts parts, TableName name, SafeAsyncTable.Observed<C> observed) {
    this.parts = parts;
    this.name = name;
    this.observed = observed;
  }

  @Override
  public AsyncTableBuilder<C> setOperationTimeout(long timeout, TimeUnit unit) {
    operationMs = milliseconds(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setRpcTimeout(long timeout, TimeUnit unit) {
    rpcMs = milliseconds(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setReadRpcTimeout(long timeout, TimeUnit unit) {
    readMs = milliseconds(timeout, unit);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setWriteRpcTimeout(long timeout, TimeUnit unit) {
    writeMs = milliseconds(timeout, unit);
    return this;
  }

  private static OptionalInt milliseconds(long timeout, TimeUnit unit) {
    return OptionalInt.of((int) Math.min(unit.toMillis(timeout), Integer.MAX_VALUE));
  }

  @Override
  public AsyncTableBuilder<C> setRequestAttribute(String key, byte[] value) {
    attributes.put(key, value);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setScanTimeout(long timeout, TimeUnit unit) {
    throw RetryRefusal.of("setScanTimeout", HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD);
  }

  @Override
  public AsyncTableBuilder<C> setRetryPause(long pause, TimeUnit unit) {
    throw RetryRefusal.of("setRetryPause", HConstants.HBASE_CLIENT_PAUSE);
  }

  @Override
  public AsyncTableBuilder<C> setRetryPauseForServerOverloaded(long pause, TimeUnit unit) {
    throw RetryRefusal.of(
        "setRetryPauseForServerOverloaded",
        ConnectionConfiguration.HBASE_CLIENT_PAUSE_FOR_SERVER_OVERLOADED);
  }

  @Override
  public AsyncTableBuilder<C> setMaxAttempts(int maxAttempts) {
    throw RetryRefusal.of("setMaxAttempts", HConstants.HBASE_CLIENT_RETRIES_NUMBER);
  }

  @Override
  public AsyncTableBuilder<C> setStartLogErrorsCnt(int startLogErrorsCnt) {
    throw RetryRefusal.of("setStartLogErrorsCnt", "hbase.client.start.log.errors.counter");
  }

  @Override
  public AsyncTable<C> build() {
    return new SafeAsyncTable<>(
        parts, new TableSettings(name, operationMs, rpcMs, readMs, writeMs, attributes), observed);
  }
}

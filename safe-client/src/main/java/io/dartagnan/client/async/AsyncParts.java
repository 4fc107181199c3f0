package io.dartagnan.client.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ScanResultConsumer;

/**
 * The parts of an asynchronous connection that what it hands out works with. The connection owns
 * and closes them.
 *
 * @param connection the connection to the three clouds, on which every call is made
 * @param cloud0 HBase's own connection to cloud 0, which knows default timeouts
 * @param calls runs the calls
 * @param delivery where futures are completed: the thread of the call, or the application's pool
 */
public record AsyncParts(
    Connection connection, Connection cloud0, AsyncCalls calls, Executor delivery) {

  /** The parts of a connection whose futures are completed by the threads that make its calls. */
  public static AsyncParts of(Connection connection, Connection cloud0, AsyncCalls calls) {
    return new AsyncParts(connection, cloud0, calls, Runnable::run);
  }

  /** The same with futures that are completed in a pool of the application. */
  public AsyncParts deliveringIn(Executor pool) {
    return new AsyncParts(connection, cloud0, calls, pool);
  }

  /** Work on the connection to the three clouds, which may wait for them. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws Exception;
  }

  /** Makes a call, and completes the future with what it returns or throws. */
  <T> CompletableFuture<T> call(Work<T> work) {
    return calls.call(delivery, () -> work.on(connection));
  }

  /** A builder of tables whose scans tell an {@link AdvancedScanResultConsumer}. */
  public AsyncTableBuilder<AdvancedScanResultConsumer> tableBuilder(TableName name) {
    return new SafeAsyncTableBuilder<>(this, name, ObservedScan::start);
  }

  /** A builder of tables whose scans tell a {@link ScanResultConsumer}, in the pool. */
  public AsyncTableBuilder<ScanResultConsumer> pooledTableBuilder(TableName name) {
    return new SafeAsyncTableBuilder<>(this, name, DeferredScanner::handOn);
  }

  /** A builder of mutators. */
  public AsyncBufferedMutatorBuilder mutatorBuilder(TableName name) {
    return new SafeAsyncBufferedMutatorBuilder(
        calls, connection.getConfiguration(), tableBuilder(name));
  }

  /** A builder of administrators. */
  public AsyncAdminBuilder adminBuilder() {
    return new SafeAsyncAdminBuilder(this);
  }

  /** A locator of the regions that cloud 0 has. */
  public AsyncTableRegionLocator locator(TableName name) {
    return new SafeAsyncRegionLocator(this, name);
  }
}

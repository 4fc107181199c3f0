package io.dartagnan.client.async;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of an asynchronous table over three clouds in memory. */
abstract class OverAsyncMemoryClouds extends OverMemoryClouds {
  protected AsyncConnection async;
  protected AsyncTable<AdvancedScanResultConsumer> asyncTable;

  @BeforeEach
  void connectAsync() throws IOException {
    async = MemoryConnection.async(connection);
    asyncTable = async.getTable(Tables.DECLARED.getTableName());
  }

  @AfterEach
  void closeAsync() throws IOException {
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    async.close();
  }

  static Put put(String row, long number) {
    return new Put(Bytes.toBytes(row))
        .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  static Get get(String row) {
    return new Get(Bytes.toBytes(row));
  }

  static long number(Result row) {
    return Bytes.toLong(row.getValue(Tables.FAMILY, Tables.NUMBER));
  }

  /** Gets and batches that a cloud begins and does not end before the latch opens. */
  static MemoryCloud.Fault stuck(CountDownLatch begun, CountDownLatch released) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String which) throws IOException {
        if (Set.of("get", "batch").contains(which)) {
          begun.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("released by an interrupt");
          }
        }
      }
    };
  }

  /**
   * The failure that a listener of a future hears: the one it was completed with, and no wrapper.
   */
  static Throwable failure(CompletableFuture<?> future) throws Exception {
    AtomicReference<Throwable> heard = new AtomicReference<>();
    future
        .handle(
            (answer, failure) -> {
              heard.set(failure);
              return null;
            })
        .get(30, TimeUnit.SECONDS);
    return heard.get();
  }
}

package io.dartagnan.client.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncScansTest extends OverAsyncMemoryClouds {
  private static final List<String> ROWS = List.of("a", "b", "c", "d");

  /** Notes what it is told, and does what the test says with the controller. */
  private static class Told implements AdvancedScanResultConsumer {
    final List<String> rows = Collections.synchronizedList(new ArrayList<>());
    final CompletableFuture<String> end = new CompletableFuture<>();
    volatile ScanMetrics metrics;

    @Override
    public void onNext(Result[] results, ScanController controller) {
      for (Result result : results) {
        rows.add(Bytes.toString(result.getRow()));
        each(controller);
      }
    }

    void each(ScanController controller) {}

    @Override
    public void onScanMetricsCreated(ScanMetrics created) {
      metrics = created;
    }

    @Override
    public void onError(Throwable error) {
      assertThat(end.completeExceptionally(error)).as("told of one end").isTrue();
    }

    @Override
    public void onComplete() {
      assertThat(end.complete("complete")).as("told of one end").isTrue();
    }
  }

  @BeforeEach
  void load() throws IOException {
    for (String row : ROWS) {
      table.put(put(row, 1));
    }
  }

  @Test
  void aConsumerIsToldOfEachRowAndOfTheEnd() throws Exception {
    Told told = new Told();
    asyncTable.scan(new Scan().setScanMetricsEnabled(true), told);

    assertThat(told.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
    assertThat(told.rows).isEqualTo(ROWS);
    assertThat(told.metrics.countOfRowsScanned.get()).isEqualTo(4);
  }

  @Test
  void aSuspendedScanKeepsNoThreadAndGoesOnWhereItStood() throws Exception {
    Configuration conf = new Configuration(false);
    conf.setInt(ClientKeys.ASYNC_THREADS, 1);
    try (AsyncConnection narrow = MemoryConnection.async(MemoryConnection.open(clouds, conf))) {
      var narrowTable = narrow.getTable(Tables.DECLARED.getTableName());
      CompletableFuture<AdvancedScanResultConsumer.ScanResumer> suspended =
          new CompletableFuture<>();
      Told told =
          new Told() {
            @Override
            void each(ScanController controller) {
              if (rows.size() == 2) {
                suspended.complete(controller.suspend());
              }
            }
          };
      narrowTable.scan(new Scan(), told);
      AdvancedScanResultConsumer.ScanResumer resumer = suspended.get(30, TimeUnit.SECONDS);

      assertThat(number(narrowTable.get(get("c")).get(30, TimeUnit.SECONDS))).isEqualTo(1);
      assertThat(told.rows).containsExactly("a", "b");
      assertThat(told.end).isNotDone();
      resumer.resume();
      resumer.resume();

      assertThat(told.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
      assertThat(told.rows).isEqualTo(ROWS);
    }
  }

  @Test
  void resumingBeforeTheRowIsHandedOnLosesNothing() throws Exception {
    Told told =
        new Told() {
          @Override
          void each(ScanController controller) {
            controller.suspend().resume();
          }
        };
    asyncTable.scan(new Scan(), told);

    assertThat(told.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
    assertThat(told.rows).isEqualTo(ROWS);
  }

  @Test
  void aTerminatedScanIsCompleteWithoutFurtherRows() throws Exception {
    Told told =
        new Told() {
          @Override
          void each(ScanController controller) {
            assertThat(controller.cursor()).isEmpty();
            controller.terminate();
          }
        };
    asyncTable.scan(new Scan(), told);

    assertThat(told.end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
    assertThat(told.rows).containsExactly("a");
  }

  @Test
  void aControllerIsForOneUseWithinTheCallThatItWasGivenTo() throws Exception {
    AtomicReference<AdvancedScanResultConsumer.ScanController> kept = new AtomicReference<>();
    Told told =
        new Told() {
          @Override
          void each(ScanController controller) {
            kept.compareAndSet(null, controller);
            if (rows.size() == 2) {
              assertThatThrownBy(() -> kept.get().terminate())
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("within onNext");
              controller.suspend().resume();
              controller.terminate();
            }
          }
        };
    asyncTable.scan(new Scan(), told);

    assertThat(failure(told.end))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a second time");
    assertThatThrownBy(() -> kept.get().suspend())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another thread");
    assertThat(told.rows).containsExactly("a", "b");
  }

  @Test
  void aRefusedScanIsAnErrorOfItsConsumer() throws Exception {
    Told told = new Told();
    asyncTable.scan(new Scan().setRaw(true), told);

    assertThat(failure(told.end))
        .isExactlyInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("setRaw");
  }

  @Test
  void closingTellsTheConsumerOfASuspendedScan() throws Exception {
    CompletableFuture<AdvancedScanResultConsumer.ScanResumer> suspended = new CompletableFuture<>();
    Told told =
        new Told() {
          @Override
          void each(ScanController controller) {
            suspended.complete(controller.suspend());
          }
        };
    asyncTable.scan(new Scan(), told);
    AdvancedScanResultConsumer.ScanResumer resumer = suspended.get(30, TimeUnit.SECONDS);

    async.close();
    resumer.resume();

    assertThat(failure(told.end)).isExactlyInstanceOf(ConnectionClosedException.class);
    assertThat(told.rows).containsExactly("a");
  }

  @Test
  void aConsumerWithAPoolRunsThereAndMayEndTheScan() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<String> end = new CompletableFuture<>();
    try {
      async
          .getTable(Tables.DECLARED.getTableName(), pool)
          .scan(
              new Scan(),
              new ScanResultConsumer() {
                @Override
                public boolean onNext(Result result) {
                  heard.add(Thread.currentThread().getName() + Bytes.toString(result.getRow()));
                  return heard.size() < 2;
                }

                @Override
                public void onError(Throwable error) {
                  end.completeExceptionally(error);
                }

                @Override
                public void onComplete() {
                  end.complete("complete");
                }
              });

      assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo("complete");
      assertThat(heard).containsExactly("minea", "mineb");
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void aScannerIsOpenedByItsFirstRow() throws Exception {
    try (ResultScanner scanner = asyncTable.getScanner(new Scan())) {
      assertThat(clouds.get(0).scannedWith).isEmpty();
      assertThat(Bytes.toString(scanner.next().getRow())).isEqualTo("a");
      assertThat(scanner).hasSize(3);
    }
    try (ResultScanner refused = asyncTable.getScanner(new Scan().setRaw(true))) {
      assertThatThrownBy(refused::next)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("setRaw");
    }
    assertThat(asyncTable.scanAll(new Scan().setLimit(3)).get()).hasSize(3);
  }

  /** As with HBase's own. */
  @Test
  void aScannerThatWasClosedGivesNoMoreRows() throws Exception {
    ResultScanner read = asyncTable.getScanner(new Scan());
    assertThat(read.next()).isNotNull();
    read.close();
    assertThat(read.next()).isNull();

    int before = clouds.get(0).scannedWith.size();
    ResultScanner unread = asyncTable.getScanner(new Scan());
    unread.close();
    assertThat(unread.next()).isNull();
    assertThat(clouds.get(0).scannedWith).hasSize(before);
  }
}

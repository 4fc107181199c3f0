package io.dartagnan.client.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SafeAsyncTableTest extends OverAsyncMemoryClouds {

  @Test
  void theTwoClientsReadWhatEitherWrote() throws Exception {
    asyncTable.put(put("a", 7)).get();
    table.put(put("b", 8));

    assertThat(number(table.get(get("a")))).isEqualTo(7);
    assertThat(number(asyncTable.get(get("b")).get())).isEqualTo(8);
    assertThat(asyncTable.exists(get("b")).get()).isTrue();
    assertThat(asyncTable.existsAll(List.of(get("a"), get("none"), get("b"))).get())
        .containsExactly(true, false, true);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible())
          .allMatch(cell -> !Bytes.equals(cell.getValueArray(), Bytes.toBytes(7L)))
          .hasSize(2);
    }
  }

  @Test
  void theCallerDoesNotWaitForACloud() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    clouds.get(1).fault = stuck(begun, released);

    CompletableFuture<Result> answer = asyncTable.get(get("a"));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(answer).isNotDone();

    released.countDown();
    assertThat(answer.get(30, TimeUnit.SECONDS).isEmpty()).isTrue();
  }

  @Test
  void aRefusalComesThroughTheFutureBeforeAnythingIsSent() throws Exception {
    AtomicInteger operations = new AtomicInteger();
    clouds.forEach(cloud -> cloud.fault = counting(operations));
    Put undeclared =
        new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.bytes("undeclared"), Tables.ROW);

    List<CompletableFuture<?>> refused = new ArrayList<>(asyncTable.put(List.of(undeclared)));
    refused.add(asyncTable.put(undeclared));
    refused.add(asyncTable.mutateRow(RowMutations.of(List.of(undeclared))));

    for (CompletableFuture<?> each : refused) {
      assertThat(failure(each))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("column f:undeclared of table t is not declared");
    }
    assertThat(failure(asyncTable.scanAll(new Scan().setRaw(true))))
        .isExactlyInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("setRaw");
    assertThat(operations).hasValue(0);
  }

  @Test
  void aPutWithoutCellsOrWithALargeOneIsThrownAtOnceAsByHBase() throws IOException {
    Put empty = new Put(Tables.ROW);
    List<Runnable> calls =
        List.of(
            () -> asyncTable.put(empty),
            () -> asyncTable.putAll(List.of(empty)),
            () -> asyncTable.batch(List.of(empty)),
            () -> asyncTable.checkAndMutate(conditional(empty)));

    assertThat(calls)
        .allSatisfy(
            call ->
                assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("No columns to insert"));
    Put large =
        new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, new byte[11 * 1024 * 1024]);
    assertThatThrownBy(() -> asyncTable.put(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("KeyValue size too large");
  }

  @Test
  void eachActionOfABatchHasItsOwnOutcome() throws Exception {
    clouds.get(2).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (Bytes.toString(mutation.getRow()).equals("bad")) {
              throw new ConnectException("refused");
            }
          }
        };
    table.put(put("there", 3));

    List<Row> actions = List.of(put("good", 1), put("bad", 2), get("there"));
    List<CompletableFuture<Result>> outcomes = asyncTable.batch(actions);

    assertThat(outcomes.get(0).get()).isNotNull();
    assertThat(failure(outcomes.get(1)))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("cloud 2")
        .hasCauseInstanceOf(ConnectException.class);
    assertThat(number(outcomes.get(2).get())).isEqualTo(3);
    assertThat(asyncTable.batch(List.of())).isEmpty();
  }

  @Test
  @SuppressWarnings("deprecation") // The older form too.
  void conditionsOfBothFormsAndAtomicOperations() throws Exception {
    assertThat(asyncTable.checkAndMutate(conditional(put("a", 1))).get().isSuccess()).isTrue();
    assertThat(asyncTable.checkAndMutate(List.of(conditional(put("a", 2)))).get(0).get())
        .matches(result -> !result.isSuccess());
    assertThat(
            asyncTable
                .checkAndMutate(Bytes.toBytes("a"), Tables.FAMILY)
                .qualifier(Tables.NUMBER)
                .ifMatches(CompareOperator.EQUAL, Bytes.toBytes(1L))
                .thenPut(put("a", 5))
                .get())
        .isTrue();
    assertThat(
            asyncTable
                .incrementColumnValue(Bytes.toBytes("a"), Tables.FAMILY, Tables.NUMBER, 4)
                .get())
        .isEqualTo(9);
    assertThatThrownBy(
            () -> asyncTable.checkAndMutate(Bytes.toBytes("a"), Tables.FAMILY).thenPut(put("a", 6)))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("ifNotExists");
  }

  private static CheckAndMutate conditional(Put put) {
    return CheckAndMutate.newBuilder(put.getRow())
        .ifNotExists(Tables.FAMILY, Tables.NUMBER)
        .build(put);
  }

  @Test
  void timeoutsReachTheTablesOfTheThreeClouds() throws Exception {
    AsyncTable<?> patient =
        async
            .getTableBuilder(Tables.DECLARED.getTableName())
            .setOperationTimeout(3, TimeUnit.SECONDS)
            .setReadRpcTimeout(20, TimeUnit.MILLISECONDS)
            .build();

    patient.scanAll(new Scan()).get();

    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.scannedWith)
          .containsExactly(
              List.of("setOperationTimeout 3000", "setRpcTimeout 30000", "setReadRpcTimeout 20"));
    }
    assertThat(patient.getOperationTimeout(TimeUnit.MILLISECONDS)).isEqualTo(3000);
    assertThat(patient.getReadRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(20);
    assertThat(patient.getWriteRpcTimeout(TimeUnit.MILLISECONDS)).isEqualTo(30_000);
    assertThat(patient.getScanTimeout(TimeUnit.SECONDS)).isEqualTo(60);
  }

  @Test
  void futuresAreCompletedInThePoolThatIsGiven() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    clouds.get(0).fault = stuck(begun, released);
    try {
      CompletableFuture<String> thread =
          async
              .getTable(Tables.DECLARED.getTableName(), pool)
              .get(get("a"))
              .thenApply(answer -> Thread.currentThread().getName());
      released.countDown();
      assertThat(thread.get(30, TimeUnit.SECONDS)).isEqualTo("mine");
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void closingFailsWhatIsUnderWayAndWhatComes() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    clouds.get(1).fault = stuck(begun, new CountDownLatch(1));
    CompletableFuture<Result> alone = asyncTable.get(get("a"));
    List<CompletableFuture<Result>> several = asyncTable.get(List.of(get("b"), get("c")));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    async.close();

    assertThat(List.of(alone, several.get(0), several.get(1)))
        .allSatisfy(
            future ->
                assertThat(failure(future)).isExactlyInstanceOf(ConnectionClosedException.class));
    assertThat(failure(asyncTable.put(put("a", 1))))
        .isExactlyInstanceOf(ConnectionClosedException.class)
        .hasMessageContaining("the AsyncConnection is closed");
    assertThat(async.isClosed()).isTrue();
    assertThat(clouds).allMatch(cloud -> cloud.closed);
  }

  private static MemoryCloud.Fault counting(AtomicInteger operations) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String operation) {
        operations.incrementAndGet();
      }
    };
  }
}

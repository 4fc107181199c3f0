package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HBase's asynchronous client as an application has it with {@code DARTAGNAN_CONF}. */
@EndToEnd
class AsyncIT {
  private static final int ROWS = 300;

  private final LocalClusters clusters;
  private AsyncConnection connection;
  private AsyncTable<AdvancedScanResultConsumer> table;
  private TableName name;

  AsyncIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void create() throws Exception {
    try (Connection synchronous = clusters.safe()) {
      name = Numbered.create(synchronous, "async", Numbered.row(100)).load(ROWS).name();
    }
    connection = connect();
    table = connection.getTable(name);
  }

  @AfterAll
  void close() throws IOException {
    connection.close();
  }

  private AsyncConnection connect() throws Exception {
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(
        new org.apache.hadoop.fs.Path(
            Path.of(clusters.variable("DARTAGNAN_CONF"), "hbase-site.xml").toUri()));
    return ended(ConnectionFactory.createAsyncConnection(configuration));
  }

  private static <T> T ended(CompletableFuture<T> future) throws Exception {
    return future.get(2, TimeUnit.MINUTES);
  }

  private static Get get(int index) {
    return new Get(Bytes.toBytes(Numbered.row(index)));
  }

  @Test
  void whatIsPutIsReadAndDeletedAndTheCloudsHaveSharesOfIt() throws Exception {
    int row = ROWS + 1;
    ended(table.put(Numbered.put(row, 4711)));

    assertThat(Numbered.number(ended(table.get(get(row))))).isEqualTo(4711);
    assertThat(ended(table.exists(get(row)))).isTrue();
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, name)) {
        for (byte[] column : List.of(Numbered.NUMBER, Numbered.TEXT)) {
          List<Cell> stored = cloud.versions(Numbered.row(row), Numbered.FAMILY, column);
          assertThat(stored).hasSize(1);
          String bytes =
              Bytes.toHex(
                  stored.get(0).getValueArray(),
                  stored.get(0).getValueOffset(),
                  stored.get(0).getValueLength());
          assertThat(bytes)
              .hasSizeGreaterThan(2 * Long.BYTES)
              .doesNotContain(Bytes.toHex(Bytes.toBytes(4711L)))
              .doesNotContain(Bytes.toHex(Bytes.toBytes("is 4711")));
        }
      }
    }
    ended(table.delete(new Delete(Bytes.toBytes(Numbered.row(row)))));
    assertThat(ended(table.exists(get(row)))).isFalse();
  }

  @Test
  void batchesAndAtomicOperations() throws Exception {
    byte[] row = Bytes.toBytes(Numbered.row(ROWS + 2));
    Get get = new Get(row);
    assertThat(
            ended(
                    table.checkAndMutate(
                        CheckAndMutate.newBuilder(row)
                            .ifNotExists(Numbered.FAMILY, Numbered.NUMBER)
                            .build(Numbered.put(ROWS + 2, 1))))
                .isSuccess())
        .isTrue();
    assertThat(ended(table.incrementColumnValue(row, Numbered.FAMILY, Numbered.NUMBER, 41)))
        .isEqualTo(42);
    ended(
        table.append(
            new Append(row).addColumn(Numbered.FAMILY, Numbered.TEXT, Bytes.toBytes("!"))));
    assertThat(Numbered.text(ended(table.get(get)))).isEqualTo("is 1!");
    ended(
        table.mutateRow(
            RowMutations.of(
                List.of(
                    new Put(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(7L)),
                    new Delete(row).addColumns(Numbered.FAMILY, Numbered.TEXT)))));

    List<Row> actions = List.of(get, Numbered.put(ROWS + 3, 3), get(5));
    List<Result> results = ended(table.batchAll(actions));

    assertThat(Numbered.number(results.get(0))).isEqualTo(7);
    assertThat(results.get(0).containsColumn(Numbered.FAMILY, Numbered.TEXT)).isFalse();
    assertThat(Numbered.number(results.get(2))).isEqualTo(5);
    ended(table.deleteAll(List.of(new Delete(row), new Delete(actions.get(1).getRow()))));
    assertThat(ended(table.existsAll(List.of(get, get(ROWS + 3), get(5)))))
        .containsExactly(false, false, true);
  }

  @Test
  void aBufferedMutatorCompletesTheFutureOfEachWrite() throws Exception {
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    List<Delete> undone = new ArrayList<>();
    try (AsyncBufferedMutator mutator = connection.getBufferedMutator(name)) {
      for (int i = 0; i < 50; i++) {
        futures.add(mutator.mutate(Numbered.put(2 * ROWS + i, i)));
        undone.add(new Delete(Bytes.toBytes(Numbered.row(2 * ROWS + i))));
      }
    }
    for (CompletableFuture<Void> each : futures) {
      ended(each);
    }
    assertThat(Numbered.number(ended(table.get(get(2 * ROWS + 49))))).isEqualTo(49);
    ended(table.deleteAll(undone));
  }

  @Test
  void aFilterOnAProtectedColumnIsJudgedByTheClouds() throws Exception {
    List<Result> rows = ended(table.scanAll(onlyLoaded(CompareOperator.GREATER_OR_EQUAL, 290)));

    assertThat(rows.stream().map(Numbered::number))
        .containsExactlyElementsOf(LongStream.range(290, ROWS).boxed().toList());
    assertThat(
            numbers(
                onlyLoaded(CompareOperator.LESS, 3),
                (rowsSoFar, controller) -> controller.suspend().resume()))
        .containsExactly(0L, 1L, 2L);
  }

  /** Others of these tests write rows behind those. */
  private static Scan onlyLoaded(CompareOperator operator, long operand) {
    return Numbered.where(operator, operand).withStopRow(Bytes.toBytes(Numbered.row(ROWS)));
  }

  @Test
  void aScanIsSuspendedResumedAndTerminatedByItsConsumer() throws Exception {
    CompletableFuture<AdvancedScanResultConsumer.ScanResumer> suspended = new CompletableFuture<>();
    List<Long> soFar = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<List<Long>> all =
        CompletableFuture.supplyAsync(
            () ->
                numbers(
                    new Scan(),
                    (numbers, controller) -> {
                      soFar.add(numbers.get(numbers.size() - 1));
                      if (numbers.size() == 150) {
                        suspended.complete(controller.suspend());
                      } else if (numbers.size() == 200) {
                        controller.terminate();
                      }
                    }));
    AdvancedScanResultConsumer.ScanResumer resumer = ended(suspended);
    assertThat(Numbered.number(ended(table.get(get(1))))).isEqualTo(1);
    assertThat(soFar).hasSize(150);
    assertThat(all).isNotDone();

    resumer.resume();

    assertThat(ended(all)).containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
  }

  /** The numbers that a scan's consumer gets until the end. */
  private List<Long> numbers(
      Scan scan, BiConsumer<List<Long>, AdvancedScanResultConsumer.ScanController> eachRow) {
    CompletableFuture<List<Long>> end = new CompletableFuture<>();
    List<Long> numbers = new ArrayList<>();
    table.scan(
        scan,
        new AdvancedScanResultConsumer() {
          @Override
          public void onNext(Result[] results, ScanController controller) {
            for (Result result : results) {
              numbers.add(Numbered.number(result));
            }
            eachRow.accept(numbers, controller);
          }

          @Override
          public void onError(Throwable error) {
            end.completeExceptionally(error);
          }

          @Override
          public void onComplete() {
            end.complete(numbers);
          }
        });
    return end.orTimeout(2, TimeUnit.MINUTES).join();
  }

  @Test
  void tablesAreMadeAndRemovedOnAllClouds() throws Exception {
    TableDescriptor made =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("async-made"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("dartagnan.default", "xor int64")
            .build();
    AsyncAdmin admin = connection.getAdmin();
    ended(admin.createTable(made));

    assertThat(ended(admin.listTableNames())).contains(name, made.getTableName());
    assertThat(ended(admin.getDescriptor(made.getTableName())).getValue("dartagnan.default"))
        .isEqualTo("xor int64");
    assertThat(onClouds(made.getTableName())).isEqualTo(3);
    assertThatThrownBy(() -> ended(admin.deleteTable(made.getTableName())))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("async-made");

    ended(admin.disableTable(made.getTableName()));
    ended(admin.deleteTable(made.getTableName()));

    assertThat(ended(admin.tableExists(made.getTableName()))).isFalse();
    assertThat(onClouds(made.getTableName())).isZero();
    assertThatThrownBy(
            () ->
                ended(
                    admin.createTable(
                        TableDescriptorBuilder.newBuilder(made)
                            .removeValue(Bytes.toBytes("dartagnan.default"))
                            .build())))
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("dartagnan.");
  }

  private long onClouds(TableName table) throws IOException {
    long count = 0;
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, table)) {
        count += cloud.admin().tableExists(table) ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void aRefusalIsTheFuturesFailureAndNothingIsSent() throws Exception {
    byte[] row = Bytes.toBytes("refused");
    CompletableFuture<Void> refused =
        table.put(
            new Put(row)
                .addColumn(Numbered.FAMILY, Bytes.toBytes("undeclared"), Bytes.toBytes("secret"))
                .addColumn(Numbered.FAMILY, Numbered.PLAIN, Bytes.toBytes("plain")));

    assertThatThrownBy(() -> ended(refused))
        .cause()
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f:undeclared of table async is not declared");
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, name)) {
        assertThat(cloud.table().get(new Get(row)).isEmpty()).isTrue();
      }
    }
    assertThatThrownBy(
            () -> ended(connection.getTable(TableName.valueOf("async-none")).get(get(1))))
        .hasCauseInstanceOf(TableNotFoundException.class);
  }

  @Test
  void manyGetsOfOneThreadAreUnderWayAtOnce() throws Exception {
    List<CompletableFuture<Result>> gets =
        IntStream.range(0, 256).mapToObj(i -> table.get(get(i))).toList();

    for (int i = 0; i < gets.size(); i++) {
      assertThat(Numbered.number(ended(gets.get(i)))).isEqualTo(i);
    }
  }

  /** More than the clouds can have answered when the connection is closed. */
  @Test
  void closingEndsEveryCallThatIsUnderWay() throws Exception {
    AsyncConnection closing = connect();
    AsyncTable<AdvancedScanResultConsumer> closingTable = closing.getTable(name);
    ended(closingTable.get(get(1)));
    List<CompletableFuture<Result>> gets =
        IntStream.range(0, 20_000).mapToObj(i -> closingTable.get(get(i % ROWS))).toList();

    closing.close();

    assertThat(gets).allMatch(CompletableFuture::isDone);
    List<Throwable> failures =
        gets.stream()
            .filter(CompletableFuture::isCompletedExceptionally)
            .map(future -> future.handle((answer, failure) -> failure).join())
            .toList();
    assertThat(failures)
        .isNotEmpty()
        .allMatch(failure -> failure instanceof ConnectionClosedException);
  }
}

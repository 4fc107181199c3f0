package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.aggregate.PrivateAggregation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of sealed columns on one plain cluster, which has nothing of ours. */
@EndToEnd
@Tag("thorough")
class OneClusterIT {
  private static final int ROWS = 300;

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private ClientsWithKeys clients;
  private Connection plain;
  private Connection connection;

  OneClusterIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    clients = new ClientsWithKeys(clusters, folder);
    clients.create("key");
    clients.create("another");
    plain = clusters.baseline();
    connection = clients.connectToOne("key");
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(plain, connection);
  }

  private static TableDescriptorBuilder descriptor(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY));
  }

  private Numbered create(String name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          descriptor(name)
              .setValue("dartagnan.column.f:number", "det int64")
              .setValue("dartagnan.column.f:text", "std string(12)")
              .setValue("dartagnan.column.f:shared", "ope int64")
              .setValue("dartagnan.column.f:plain", "plain")
              .build());
    }
    return new Numbered(connection, TableName.valueOf(name));
  }

  private void drop(TableName name) throws IOException {
    try (Admin admin = plain.getAdmin()) {
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static void requireAll(Numbered table) throws IOException {
    assertThat(table.scan(new Scan()).stream().map(Numbered::number).toList())
        .isEqualTo(numbers(0, ROWS));
    assertThat(table.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
    assertThat(table.numbers(CompareOperator.NOT_EQUAL, 0)).isEqualTo(numbers(1, ROWS));
    assertThat(table.read(7)).isEqualTo(7);
  }

  private static byte[] stored(Table table, int row, byte[] column) throws IOException {
    return table.get(new Get(Bytes.toBytes(Numbered.row(row)))).getValue(Numbered.FAMILY, column);
  }

  @Test
  void theClusterSeesWhichValuesAreEqualInADeterministicColumnAlone() throws Exception {
    Numbered table = create("one-alike");
    for (int row = 0; row < 20; row++) {
      table.write(row, row % 2);
    }
    Set<String> marks = new HashSet<>();
    Set<String> texts = new HashSet<>();
    try (Table raw = plain.getTable(table.name())) {
      for (int row = 0; row < 20; row++) {
        byte[] number = stored(raw, row, Numbered.NUMBER);
        marks.add(Bytes.toStringBinary(Arrays.copyOf(number, 17)));
        texts.add(Bytes.toStringBinary(stored(raw, row, Numbered.TEXT)));
        assertThat(Bytes.indexOf(number, Bytes.toBytes((long) (row % 2)))).isNegative();
      }
    }
    assertThat(marks).hasSize(2);
    assertThat(texts).hasSize(20);
  }

  @Test
  void aCellThatIsMovedOrAlteredIsAnErrorThatNamesIt() throws Exception {
    Numbered table = create("one-moved").load(ROWS);
    try (Table raw = plain.getTable(table.name())) {
      for (byte[] column : List.of(Numbered.NUMBER, Numbered.TEXT)) {
        for (boolean moved : new boolean[] {true, false}) {
          int row = column == Numbered.TEXT ? 5 : moved ? 3 : 4;
          byte[] value = stored(raw, moved ? row + 10 : row, column);
          value[value.length - 1] ^= (byte) (moved ? 0 : 1);
          raw.put(
              new Put(Bytes.toBytes(Numbered.row(row))).addColumn(Numbered.FAMILY, column, value));
          table.requireForeign(row, column);
        }
      }
    }
    assertThat(table.read(6)).isEqualTo(6);
  }

  @Test
  void withoutTheKeyNothingIsReadOrWritten() throws Exception {
    Numbered table = create("one-without").load(ROWS);
    try (Connection other = clients.connectToOne("another")) {
      Numbered same = new Numbered(other, table.name());
      assertThatThrownBy(() -> same.read(7)).hasMessageContaining("are encrypted under key ");
      assertThatThrownBy(() -> same.write(7, 8)).hasMessageContaining("are encrypted under key ");
      assertThatThrownBy(() -> same.numbers(CompareOperator.EQUAL, 20))
          .hasMessageContaining("are encrypted under key ");
    }
    requireAll(table);
  }

  @Test
  void whatNeedsThreeCloudsIsRefused() throws Exception {
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(
              () ->
                  admin.createTable(
                      descriptor("one-shared")
                          .setValue("dartagnan.column.f:number", "xor int64")
                          .build()))
          .hasMessageContaining("'xor int64'")
          .hasMessageContaining("there is one cluster");
      assertThat(admin.tableExists(TableName.valueOf("one-shared"))).isFalse();
    }
    assertThatThrownBy(() -> PrivateAggregation.over(connection))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("dartagnan.clouds is 1");
  }

  /** It has read nothing since, by which it would know the key. */
  @Test
  void aFilterOfAnOpenConnectionFindsWhatIsWrittenUnderALaterKey() throws Exception {
    Numbered table = create("one-later").load(ROWS);
    assertThat(table.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
    try (Connection other = clients.connectToOne("key");
        TableKeysChange keys = TableKeysChange.over(other)) {
      keys.rotate(table.name());
      new Numbered(other, table.name()).write(200, 20);
      new Numbered(other, table.name()).write(20, 21);
    }
    assertThat(table.numbers(CompareOperator.EQUAL, 20)).isEqualTo(List.of(20L));
    assertThat(table.numbers(CompareOperator.NOT_EQUAL, 20)).hasSize(ROWS - 1);
  }

  /** The connection knows the keys of the table before, of which there were as many. */
  @Test
  void anOpenConnectionReadsFiltersAndWritesATableThatIsMadeAnew() throws Exception {
    Numbered table = create("one-anew").load(ROWS);
    try (Connection other = clients.connectToOne("key")) {
      Numbered open = new Numbered(other, table.name());
      requireAll(open);
      open.write(0, 0);
      drop(table.name());
      create("one-anew").load(ROWS);
      assertThat(open.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
      drop(table.name());
      create("one-anew").load(ROWS);
      assertThat(open.read(7)).isEqualTo(7);
      drop(table.name());
      create("one-anew").load(ROWS);
      open.write(8, 8);
      assertThat(open.read(8)).isEqualTo(8);
    }
    assertThat(new Numbered(connection, table.name()).read(8)).isEqualTo(8);
  }

  @Test
  void keysAreRotatedWhileTwoClientsWriteAndFilter() throws Exception {
    Numbered table = create("one-rotated").load(ROWS);
    try (Connection other = clients.connectToOne("key");
        Connection third = clients.connectToOne("key")) {
      Numbered read = new Numbered(other, table.name());
      requireAll(read);
      ClientsWithKeys.rotateWhile(
          third, table.name(), () -> requireAll(read), () -> table.load(ROWS));
    }
  }

  /**
   * Of rows that are not there at first, so that nothing shows whether another client was first.
   */
  @Test
  void incrementsOfSealedColumnsAllCount() throws Exception {
    TableName name = create("one-increments").name();
    int threads = 4;
    int rounds = 30;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (Connection other = clients.connectToOne("key")) {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Connection own = thread % 2 == 0 ? connection : other;
        running.add(
            pool.submit(
                () -> {
                  try (Table table = own.getTable(name)) {
                    for (int round = 0; round < rounds; round++) {
                      table.increment(
                          new Increment(Bytes.toBytes(round))
                              .addColumn(Numbered.FAMILY, Numbered.NUMBER, 1)
                              .addColumn(Numbered.FAMILY, Bytes.toBytes("shared"), 10));
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get(2, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    try (Table table = connection.getTable(name);
        Table raw = plain.getTable(name);
        ResultScanner rows = table.getScanner(new Scan().setLimit(rounds))) {
      int count = 0;
      for (Result row : rows) {
        count++;
        assertThat(row.size()).isEqualTo(2);
        assertThat(Bytes.toLong(row.getValue(Numbered.FAMILY, Numbered.NUMBER))).isEqualTo(threads);
        assertThat(Bytes.toLong(row.getValue(Numbered.FAMILY, Bytes.toBytes("shared"))))
            .isEqualTo(10L * threads);
        assertThat(raw.get(new Get(row.getRow())).size()).isEqualTo(2);
      }
      assertThat(count).isEqualTo(rounds);
    }
  }

  /** A condition that looks below the newest version, or at columns that are not declared. */
  @Test
  void conditionsSeeAllVersionsAndDeclaredColumns() throws Exception {
    TableName name = TableName.valueOf("one-conditions");
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Numbered.FAMILY)
                      .setMaxVersions(3)
                      .build())
              .setValue("dartagnan.column.f:number", "std int64")
              .setValue("dartagnan.column.f:plain", "plain")
              .build());
    }
    byte[] row = Bytes.toBytes("row");
    byte[] one = Bytes.toBytes(1L);
    byte[] two = Bytes.toBytes(2L);
    try (Table table = connection.getTable(name)) {
      table.put(new Put(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, 50, Bytes.toBytes(7L)));
      table.put(new Put(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, 100, one));
      table.put(new Put(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, 200, two));
      Put put = new Put(row).addColumn(Numbered.FAMILY, Numbered.PLAIN, one);
      assertThat(
              table
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(row)
                          .ifMatches(Numbered.where(CompareOperator.EQUAL, 2).getFilter())
                          .build(put))
                  .isSuccess())
          .isTrue();
      assertThat(
              table
                  .checkAndMutate(
                      CheckAndMutate.newBuilder(row)
                          .ifMatches(Numbered.where(CompareOperator.EQUAL, 1).getFilter())
                          .build(put))
                  .isSuccess())
          .isFalse();
      for (boolean past : new boolean[] {true, false}) {
        assertThat(
                table
                    .checkAndMutate(
                        CheckAndMutate.newBuilder(row)
                            .ifEquals(Numbered.FAMILY, Numbered.NUMBER, one)
                            .timeRange(past ? TimeRange.until(150) : TimeRange.from(150))
                            .build(put))
                    .isSuccess())
            .isEqualTo(past);
      }
      byte[] other = Bytes.toBytes("undeclared");
      assertThatThrownBy(
              () -> table.increment(new Increment(row).addColumn(Numbered.FAMILY, other, 1)))
          .hasMessageContaining("f:undeclared");
      assertThatThrownBy(
              () ->
                  table.checkAndMutate(
                      CheckAndMutate.newBuilder(row)
                          .ifEquals(Numbered.FAMILY, other, one)
                          .build(put)))
          .hasMessageContaining("f:undeclared");
    }
  }

  @Test
  void aBufferedMutatorSealsWhatItSends() throws Exception {
    Numbered table = create("one-buffered");
    try (BufferedMutator mutator = connection.getBufferedMutator(table.name())) {
      for (int row = 0; row < 50; row++) {
        mutator.mutate(
            new Put(Bytes.toBytes(Numbered.row(row)))
                .addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes((long) row)));
      }
      assertThatThrownBy(
              () ->
                  mutator.mutate(
                      new Put(new byte[1]).addColumn(Numbered.FAMILY, Numbered.TEXT, new byte[13])))
          .hasMessageContaining("a value of 13 bytes was given");
    }
    assertThat(table.scan(new Scan()).stream().map(Numbered::number).toList())
        .isEqualTo(numbers(0, 50));
    try (Table raw = plain.getTable(table.name())) {
      assertThat(stored(raw, 7, Numbered.NUMBER)).hasSize(41);
    }
  }

  @Test
  void theCommandLineMakesReadsAndRotatesSuchATable() throws Exception {
    String conf = "--conf=" + clients.confOfOne("key");
    Path file = folder.resolve("people.csv");
    Files.writeString(file, "id,name,age\na,Athos,30\nb,Porthos,40\nc,Aramis,50\n");
    clients.dartagnan(
        "import",
        file.toString(),
        "--table=one-people",
        "--column=name=det string(20)",
        "--column=age=ope int64",
        conf);
    assertThat(clients.dartagnan("tables", "--json", conf).output())
        .contains("det string(20)", "ope int64");
    clients.dartagnan("keys", "rotate", "one-people", conf);
    assertThat(
            clients
                .dartagnan("scan", "one-people", "--where", "name = 'Athos' OR age > 45", conf)
                .output())
        .contains("Athos", "Aramis")
        .doesNotContain("Porthos");
    clients.dartagnan("drop", "one-people", "--yes", conf);
  }
}

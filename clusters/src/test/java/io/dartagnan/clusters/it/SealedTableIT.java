package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables with columns that clients encrypt, beside shared ones, and their keys. */
@EndToEnd
@Tag("thorough")
class SealedTableIT {
  private static final int ROWS = 300;

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private ClientsWithKeys clients;
  private Connection connection;

  SealedTableIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    clients = new ClientsWithKeys(clusters, folder);
    clients.create("key");
    clients.create("another");
    connection = connect("key");
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(connection);
  }

  private Connection connect(String key) throws IOException {
    return clients.connect(key, 20_000);
  }

  private Numbered create(String name, int... splits) throws IOException {
    byte[][] starts =
        IntStream.of(splits)
            .mapToObj(row -> Bytes.toBytes(Numbered.row(row)))
            .toArray(byte[][]::new);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY))
              .setValue("dartagnan.column.f:number", "det int64")
              .setValue("dartagnan.column.f:text", "std string(12)")
              .setValue("dartagnan.column.f:shared", "replicated int64")
              .setValue("dartagnan.column.f:plain", "plain")
              .build(),
          splits.length == 0 ? null : starts);
    }
    return new Numbered(connection, TableName.valueOf(name));
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

  @Test
  void aClientReadsAndFiltersWhatItSealed() throws IOException {
    Numbered table = create("sealed").load(ROWS);
    requireAll(table);
    assertThat(table.numbers(CompareOperator.LESS, 20)).isEqualTo(numbers(0, 20));
    assertThat(table.scan(new Scan()).stream().map(Numbered::text).toList())
        .containsExactlyElementsOf(numbers(0, ROWS).stream().map(n -> "is " + n).toList());
    assertThatThrownBy(
            () -> {
              try (Table open = connection.getTable(table.name())) {
                open.put(
                    new Put(new byte[1]).addColumn(Numbered.FAMILY, Numbered.TEXT, new byte[13]));
              }
            })
        .hasMessageContaining("a value of 13 bytes was given");
  }

  /** What clouds hold of one value: the same mark in a det column, nothing alike in a std one. */
  @Test
  void cloudsSeeWhichValuesOfADeterministicColumnAreEqualAndNothingElse() throws Exception {
    Numbered table = create("sealed-alike");
    for (int row = 0; row < 20; row++) {
      table.write(row, row % 2);
    }
    for (int cloud = 0; cloud < 3; cloud++) {
      Set<String> marks = new HashSet<>();
      Set<String> texts = new HashSet<>();
      try (CloudTable stored = clusters.cloud(cloud, table.name())) {
        for (int row = 0; row < 20; row++) {
          byte[] number = stored(stored, row, Numbered.NUMBER);
          marks.add(Bytes.toStringBinary(Arrays.copyOf(number, 17)));
          texts.add(Bytes.toStringBinary(stored(stored, row, Numbered.TEXT)));
          assertThat(Bytes.indexOf(number, Bytes.toBytes((long) (row % 2)))).isNegative();
        }
      }
      assertThat(marks).hasSize(2);
      assertThat(texts).hasSize(20);
    }
  }

  private static byte[] stored(CloudTable cloud, int row, byte[] column) throws IOException {
    List<Cell> versions = cloud.versions(Numbered.row(row), Numbered.FAMILY, column);
    return CellUtil.cloneValue(versions.get(0));
  }

  /** Though all three clouds show it. */
  @Test
  void aCellThatIsMovedOrAlteredOnAllCloudsIsAnErrorThatNamesIt() throws Exception {
    Numbered table = create("sealed-moved").load(ROWS);
    for (byte[] column : List.of(Numbered.NUMBER, Numbered.TEXT)) {
      for (boolean moved : new boolean[] {true, false}) {
        int row = column == Numbered.TEXT ? 5 : moved ? 3 : 4;
        for (int cloud = 0; cloud < 3; cloud++) {
          try (CloudTable stored = clusters.cloud(cloud, table.name())) {
            byte[] value = stored(stored, moved ? row + 10 : row, column);
            value[value.length - 1] ^= (byte) (moved ? 0 : 1);
            long time = Long.MAX_VALUE / 4 + (moved ? 0 : 1);
            stored
                .table()
                .put(
                    new Put(Bytes.toBytes(Numbered.row(row)))
                        .addColumn(Numbered.FAMILY, column, time, value));
          }
        }
        table.requireForeign(row, column);
      }
    }
    assertThat(table.read(6)).isEqualTo(6);
  }

  /** Of each of the three: it alters a cell, is set back to a backup, and loses the table. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatOneCloudAltersOrLosesIsReadFromTheOthers(int cloud) throws Exception {
    Numbered table = create("sealed-outvoted-" + cloud).load(ROWS);
    try (CloudTable stored = clusters.cloud(cloud, table.name())) {
      for (byte[] column : List.of(Numbered.NUMBER, Numbered.TEXT)) {
        Cell cell = stored.versions(Numbered.row(5), Numbered.FAMILY, column).get(0);
        byte[] value = CellUtil.cloneValue(cell);
        value[20] ^= 1;
        stored
            .table()
            .put(
                new Put(CellUtil.cloneRow(cell))
                    .addColumn(Numbered.FAMILY, column, cell.getTimestamp(), value));
      }
      requireAll(table);
      stored.rollBack(() -> table.write(9, -9));
      assertThat(table.read(9)).isEqualTo(-9);
      assertThat(table.numbers(CompareOperator.EQUAL, -9)).containsExactly(-9L);
      table.write(9, 9);
      try (Admin admin = connection.getAdmin()) {
        // What is not told to be settled is not given.
        admin.flush(table.name());
      }
      stored.admin().disableTable(table.name());
      stored.admin().deleteTable(table.name());
    }
    TableRepair.over(connection)
        .run(Party.of(cloud), table.name(), false, TableRepair.Listener.NOBODY);
    requireAll(table);
    try (CloudTable stored = clusters.cloud(cloud, table.name());
        CloudTable other = clusters.cloud((cloud + 1) % 3, table.name())) {
      assertThat(stored(stored, 9, Numbered.NUMBER)).isEqualTo(stored(other, 9, Numbered.NUMBER));
    }
  }

  @Test
  void withoutTheKeyNothingIsReadOrWritten() throws Exception {
    Numbered table = create("sealed-without").load(ROWS);
    try (Connection without = clusters.safe();
        Connection other = connect("another")) {
      Numbered same = new Numbered(without, table.name());
      for (Executable action : actions(same)) {
        assertThatThrownBy(action::run)
            .hasMessageContaining("table sealed-without")
            .hasMessageContaining("set dartagnan.client.key.file to the file with key ");
      }
      for (Executable action : actions(new Numbered(other, table.name()))) {
        assertThatThrownBy(action::run)
            .hasMessageContaining("table sealed-without are encrypted under key ");
      }
    }
    requireAll(table);
  }

  /** Something that fails. */
  @FunctionalInterface
  private interface Executable {
    void run() throws IOException;
  }

  private static List<Executable> actions(Numbered table) {
    return List.of(
        () -> table.read(7),
        () -> table.write(7, 8),
        () -> table.scan(new Scan()),
        () -> table.numbers(CompareOperator.EQUAL, 20));
  }

  @Test
  void theCommandLineMakesReadsAndRotatesSuchATable() throws Exception {
    String conf = clients.conf("key").toString();
    Path file = folder.resolve("people.csv");
    Files.writeString(file, "id,name,age\na,Athos,30\nb,Porthos,40\nc,Aramis,50\n");
    clients.dartagnan(
        "import",
        file.toString(),
        "--table=sealed-people",
        "--column=name=det string(20)",
        "--column=age=std int64",
        "--conf=" + conf);
    assertThat(clients.dartagnan("tables", "--json").output())
        .contains("det string(20)", "std int64");
    clients.dartagnan("keys", "rotate", "sealed-people", "--conf", conf);
    try (Table table = connection.getTable(TableName.valueOf("sealed-people"))) {
      byte[] family = table.getDescriptor().getColumnFamilyNames().iterator().next();
      table.put(
          new Put(Bytes.toBytes("d"))
              .addColumn(family, Bytes.toBytes("name"), Bytes.toBytes("Athos"))
              .addColumn(family, Bytes.toBytes("age"), Bytes.toBytes(60L)));
    }
    assertThat(
            clients
                .dartagnan("scan", "sealed-people", "--where", "name = 'Athos'", "--conf", conf)
                .output())
        .contains("30", "60")
        .doesNotContain("40", "50");
    assertThat(
            clients
                .dartagnan("scan", "sealed-people", "--where", "age > 45", "--conf", conf)
                .output())
        .contains("Aramis", "Athos")
        .doesNotContain("Porthos");
    clients.dartagnan("drop", "sealed-people", "--yes");
  }

  /** It has read nothing since, by which it would know the key. */
  @Test
  void aFilterOfAnOpenConnectionFindsWhatIsWrittenUnderALaterKey() throws Exception {
    Numbered table = create("sealed-later").load(ROWS);
    assertThat(table.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
    try (Connection other = connect("key");
        TableKeysChange keys = TableKeysChange.over(other)) {
      keys.rotate(table.name());
      new Numbered(other, table.name()).write(200, 20);
    }
    assertThat(table.numbers(CompareOperator.EQUAL, 20)).isEqualTo(List.of(20L, 20L));
  }

  /** The connection knows the keys of the table before, of which there were as many. */
  @Test
  void anOpenConnectionReadsAndFiltersATableThatIsMadeAnew() throws Exception {
    Numbered table = create("sealed-anew").load(ROWS);
    requireAll(table);
    try (Connection other = connect("key")) {
      Numbered filtering = new Numbered(other, table.name());
      assertThat(filtering.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
      clients.dartagnan("drop", table.name().getNameAsString(), "--yes");
      create(table.name().getNameAsString()).load(ROWS);
      assertThat(filtering.numbers(CompareOperator.EQUAL, 20)).isEqualTo(numbers(20, 21));
    }
    try (Connection other = connect("key")) {
      Numbered reading = new Numbered(other, table.name());
      requireAll(reading);
      clients.dartagnan("drop", table.name().getNameAsString(), "--yes");
      create(table.name().getNameAsString()).load(ROWS);
      assertThat(reading.read(7)).isEqualTo(7);
    }
  }

  /** Connections that were open before go on, and find what others write under the new key. */
  @Test
  void keysAreRotatedWhileTwoClientsWriteAndFilter() throws Exception {
    Numbered table = create("sealed-rotated", 100, 200).load(ROWS);
    try (Connection other = connect("key");
        Connection third = connect("key")) {
      Numbered read = new Numbered(other, table.name());
      requireAll(read);
      ClientsWithKeys.rotateWhile(
          third, table.name(), () -> requireAll(read), () -> table.load(ROWS));
    }
    try (CloudTable stored = clusters.cloud(0, table.name())) {
      assertThat(stored(stored, 7, Numbered.NUMBER)[0]).isEqualTo((byte) 4);
    }
  }
}

package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.scan.ExplainedScan;
import io.dartagnan.client.table.StoredRowKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables whose row keys clients encrypt, on three clouds and on one plain cluster. */
@EndToEnd
@Tag("thorough")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SealedRowKeysIT {
  private static final int ROWS = 300;

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private ClientsWithKeys clients;
  private Connection three;
  private Connection one;
  private Connection plain;
  private Connection cloud;

  SealedRowKeysIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    clients = new ClientsWithKeys(clusters, folder);
    clients.create("key");
    three = clients.connect("key", 20_000);
    one = clients.connectToOne("key");
    plain = clusters.baseline();
    cloud = clusters.cloud(0, new Configuration(false));
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(three, one, plain, cloud);
  }

  /** A table, and where it is. */
  private record Sealed(Numbered table, Connection stored, boolean isOrdered) {

    List<byte[]> storedRows() throws IOException {
      List<byte[]> rows = new ArrayList<>();
      try (Table raw = stored.getTable(table.name());
          ResultScanner scanner = raw.getScanner(new Scan())) {
        scanner.forEach(row -> rows.add(row.getRow()));
      }
      return rows;
    }

    List<String> rows(Scan scan) throws IOException {
      return table.scan(scan).stream().map(row -> Bytes.toString(row.getRow())).toList();
    }
  }

  private Connection open(int placement) throws IOException {
    return placement == 1 ? clients.connectToOne("key") : clients.connect("key", 20_000);
  }

  private Sealed create(int placement, String scheme, String name, String... splits)
      throws IOException {
    Connection connection = placement == 1 ? one : three;
    TableName table = TableName.valueOf("rows-%s-%d-%s".formatted(name, placement, scheme));
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY))
              .setValue("dartagnan.key", scheme)
              .setValue("dartagnan.column.f:number", placement == 1 ? "det int64" : "xor int64")
              .setValue("dartagnan.column.f:text", "std")
              .setValue("dartagnan.column.f:plain", "plain")
              .build(),
          splits.length == 0
              ? null
              : Arrays.stream(splits).map(Bytes::toBytes).toArray(byte[][]::new));
    }
    return new Sealed(
        new Numbered(connection, table), placement == 1 ? plain : cloud, scheme.equals("ope"));
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj(Numbered::row).toList();
  }

  private static Scan between(int from, int to) {
    return new Scan()
        .withStartRow(Bytes.toBytes(Numbered.row(from)))
        .withStopRow(Bytes.toBytes(Numbered.row(to)));
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det", "3, ope", "3, det"})
  void cloudsStoreNoRowKeyAndClientsReadAllInOrder(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "stored");
    sealed.table().load(ROWS);
    List<byte[]> stored = sealed.storedRows();

    assertThat(stored).hasSize(ROWS);
    assertThat(stored)
        .allSatisfy(
            row -> {
              assertThat(row).hasSize(sealed.isOrdered() ? 16 * 10 : 16 + 10);
              assertThat(Bytes.toStringBinary(row)).doesNotContain("row-").doesNotContain("0000");
            });
    assertThat(sealed.rows(new Scan())).isEqualTo(names(0, ROWS));
    assertThat(sealed.rows(between(20, 30))).isEqualTo(names(20, 30));
    assertThat(sealed.rows(between(20, 30).setLimit(3))).isEqualTo(names(20, 23));
    assertThat(sealed.rows(new Scan().setReversed(true).setLimit(2)))
        .containsExactly(Numbered.row(ROWS - 1), Numbered.row(ROWS - 2));
    assertThat(sealed.table().read(7)).isEqualTo(7);
    sealed.table().delete(7);
    assertThat(sealed.table().find(7)).isEmpty();

    Scan scan = new Scan().setFilter(new PrefixFilter(Bytes.toBytes("row-00001")));
    try (Table table = sealed.table().connection().getTable(sealed.table().name());
        ResultScanner scanner = table.getScanner(scan)) {
      assertThat(scanner).hasSize(10);
      long fetched = ((ExplainedScan) scanner).fetchedRows();
      // Sorted rows have left out others.
      assertThat(fetched).isEqualTo(10);
      assertThat(((ExplainedScan) scanner).plan().local().isEmpty()).isEqualTo(sealed.isOrdered());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det", "3, ope", "3, det"})
  void regionsAreSplitByStoredKeys(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "split", Numbered.row(100), Numbered.row(200));
    sealed.table().load(ROWS);
    Connection connection = sealed.table().connection();
    byte[] row = Bytes.toBytes(Numbered.row(150));
    try (RegionLocator locator = connection.getRegionLocator(sealed.table().name())) {
      assertThat(locator.getAllRegionLocations()).hasSize(3);
      byte[] storedRow = StoredRowKey.of(connection, sealed.table().name(), row);
      assertThat(locator.getRegionLocation(row).getRegion().containsRow(storedRow)).isTrue();
      if (sealed.isOrdered()) {
        assertThat(Bytes.toStringBinary(locator.getStartKeys()[1])).doesNotContain("row-");
        byte[] last = Bytes.toBytes(Numbered.row(250));
        assertThat(locator.getRegionLocation(last).getRegion())
            .isNotEqualTo(locator.getRegionLocation(row).getRegion());
      }
    }
    try (Admin admin = connection.getAdmin()) {
      admin.split(sealed.table().name(), row);
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> admin.getRegions(sealed.table().name()).size() == 4);
    }
    assertThat(sealed.rows(new Scan())).isEqualTo(names(0, ROWS));
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det", "3, ope", "3, det"})
  void anOpenConnectionReadsAndWritesATableThatIsMadeAnew(int placement, String scheme)
      throws Exception {
    Sealed sealed = create(placement, scheme, "anew");
    sealed.table().load(ROWS);
    try (Connection other = open(placement);
        Table table = other.getTable(sealed.table().name())) {
      Numbered open = new Numbered(other, sealed.table().name());
      assertThat(open.read(7)).isEqualTo(7);
      byte[] row = Bytes.toBytes(Numbered.row(8));

      makeAnew(placement, scheme, sealed);
      assertThat(open.read(7)).isEqualTo(7);
      makeAnew(placement, scheme, sealed);
      assertThat(open.scan(between(20, 30))).hasSize(10);
      makeAnew(placement, scheme, sealed);
      open.write(8, 80);
      makeAnew(placement, scheme, sealed);
      table.delete(new Delete(row));
      makeAnew(placement, scheme, sealed);
      assertThat(
              Bytes.toLong(
                  table
                      .increment(new Increment(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, 1))
                      .getValue(Numbered.FAMILY, Numbered.NUMBER)))
          .isEqualTo(9);
      makeAnew(placement, scheme, sealed);
      CheckAndMutate check =
          CheckAndMutate.newBuilder(row)
              .ifEquals(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(8L))
              .build(new Put(row).addColumn(Numbered.FAMILY, Numbered.PLAIN, new byte[1]));
      assertThat(table.checkAndMutate(check).isSuccess()).isTrue();
      makeAnew(placement, scheme, sealed);
      Delete newest = new Delete(row).addColumn(Numbered.FAMILY, Numbered.NUMBER);
      Object[] results = new Object[2];
      try {
        table.batch(List.of(newest, new Get(Bytes.toBytes(Numbered.row(9)))), results);
        assertThat(Numbered.number((Result) results[1])).isEqualTo(9);
      } catch (IOException e) {
        // It is to be done again, and nothing is taken for an answer.
        assertThat(results).noneMatch(each -> each instanceof Result got && got.isEmpty());
        table.batch(List.of(newest), new Object[1]);
      }
      assertThat(open.find(8)).isEmpty();
      makeAnew(placement, scheme, sealed);
      long future = System.currentTimeMillis() + 100_000;
      Put late = new Put(row).addColumn(Numbered.FAMILY, Numbered.PLAIN, future, new byte[1]);
      try (AsyncConnection async =
          ConnectionFactory.createAsyncConnection(other.getConfiguration())
              .get(1, TimeUnit.MINUTES)) {
        var asynchronous = async.getTable(sealed.table().name());
        asynchronous.get(new Get(row)).get(1, TimeUnit.MINUTES);
        makeAnew(placement, scheme, sealed);
        try {
          asynchronous.put(List.of(late)).get(0).get(1, TimeUnit.MINUTES);
          assertThat(asynchronous.get(new Get(row)).get(1, TimeUnit.MINUTES).size()).isEqualTo(3);
        } catch (ExecutionException e) {
          assertThat(e).hasMessageContaining("made anew");
        }
      }
      assertThat(sealed.rows(new Scan())).isEqualTo(names(0, ROWS));
      makeAnew(placement, scheme, sealed);
      Result[] both = table.get(List.of(new Get(row), new Get(Bytes.toBytes("absent"))));
      assertThat(Numbered.number(both[0])).isEqualTo(8);
      assertThat(both[1].isEmpty()).isTrue();
      assertThat(sealed.rows(new Scan())).isEqualTo(names(0, ROWS));
    }
  }

  /** On one cluster nothing tells a client that knew no keys. */
  @ParameterizedTest
  @CsvSource({"3, plain, ope", "3, det, plain", "3, ope, det", "1, det, plain", "1, ope, det"})
  void anOpenConnectionFindsRowsUnderTheKeysOfNow(int placement, String before, String after)
      throws Exception {
    Sealed sealed = create(placement, before, "turned-" + after);
    sealed.table().load(ROWS);
    try (Connection other = open(placement)) {
      Numbered open = new Numbered(other, sealed.table().name());
      assertThat(open.read(7)).isEqualTo(7);
      turn(sealed, after);
      assertThat(open.read(7)).isEqualTo(7);
      turn(sealed, before);
      assertThat(open.scan(between(20, 30))).hasSize(10);
      turn(sealed, after);
      open.write(8, 80);
      assertThat(open.read(8)).isEqualTo(80);
      assertThat(sealed.rows(new Scan())).isEqualTo(names(0, ROWS));
    }
  }

  private static void turn(Sealed sealed, String scheme) throws IOException {
    try (Admin admin = sealed.table().connection().getAdmin()) {
      TableDescriptorBuilder descriptor =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(sealed.table().name()))
              .setValue("dartagnan.key", scheme);
      admin.disableTable(sealed.table().name());
      admin.deleteTable(sealed.table().name());
      admin.createTable(descriptor.build());
    }
    sealed.table().load(ROWS);
  }

  /** The array of results may hold those of an earlier batch. */
  @ParameterizedTest
  @CsvSource({"1, ope", "3, det"})
  void resultsOfABatchAreOfItsOwnActions(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "batch");
    sealed.table().load(3);
    Get failing = new Get(Bytes.toBytes(Numbered.row(1)));
    failing.setFilter(new RowFilter(CompareOperator.NO_OP, new BinaryComparator(new byte[] {1})));
    try (Table table = sealed.table().connection().getTable(sealed.table().name())) {
      Object[] results = new Object[1];
      table.batch(List.of(new Get(Bytes.toBytes(Numbered.row(0)))), results);
      table.batch(List.of(Numbered.put(4, 4)), results);
      assertThat(((Result) results[0]).isEmpty()).isTrue();
      results = new Object[3];
      Get last = new Get(Bytes.toBytes(Numbered.row(2)));
      Object[] of = results;
      try {
        table.batch(List.of(Numbered.put(5, 5), failing, last), of);
      } catch (RetriesExhaustedWithDetailsException e) {
        assertThat(e.getNumExceptions()).isEqualTo(1);
        assertThat(e.getRow(0)).isSameAs(failing);
      }
      assertThat(Bytes.toString(((Result) of[2]).getRow())).isEqualTo(Numbered.row(2));
      assertThat(sealed.table().read(5)).isEqualTo(5);
      if (placement == 1) {
        assertThatThrownBy(() -> table.getScanner(new Scan().setNeedCursorResult(true)))
            .hasMessageContaining("a scan with cursors");
      }
    }
  }

  private void makeAnew(int placement, String scheme, Sealed sealed) throws IOException {
    try (Admin admin = sealed.table().connection().getAdmin()) {
      admin.disableTable(sealed.table().name());
      admin.deleteTable(sealed.table().name());
    }
    create(placement, scheme, "anew").table().load(ROWS);
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det", "3, ope", "3, det"})
  void keysAreRotatedAndRowsStayWhereTheyAre(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "rotated");
    sealed.table().load(ROWS);
    List<byte[]> before = sealed.storedRows();
    try (TableKeysChange keys = TableKeysChange.over(sealed.table().connection())) {
      keys.rotate(sealed.table().name());
    }
    sealed.table().load(ROWS);

    assertThat(sealed.storedRows()).usingElementComparator(Arrays::compare).isEqualTo(before);
    assertThat(sealed.rows(between(20, 30))).isEqualTo(names(20, 30));
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det"})
  void aRowThatNoClientWroteIsAnErrorThatNamesIt(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "foreign");
    sealed.table().load(3);
    byte[] foreign = Bytes.add(sealed.storedRows().get(0), new byte[] {0, 0, 0, 0, 0, 0, 0, 0});
    try (Table raw = sealed.stored().getTable(sealed.table().name())) {
      raw.put(new Put(foreign).addColumn(Numbered.FAMILY, Numbered.PLAIN, new byte[1]));
    }
    assertThatThrownBy(() -> sealed.rows(new Scan()))
        .hasMessageContaining("table " + sealed.table().name() + " has a row under")
        .hasMessageContaining("which no client encrypted under the table's keys");
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "1, det", "3, ope", "3, det"})
  void whatCannotBeIsRefusedBeforeAnythingIsSent(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "refused");
    sealed.table().load(ROWS);
    int most = sealed.isOrdered() ? 2_047 : 32_751;
    try (Table table = sealed.table().connection().getTable(sealed.table().name());
        Admin admin = sealed.table().connection().getAdmin()) {
      byte[] longest = new byte[most];
      table.put(new Put(longest).addColumn(Numbered.FAMILY, Numbered.PLAIN, new byte[1]));
      assertThat(table.get(new Get(longest)).getRow()).isEqualTo(longest);
      assertThatThrownBy(
              () ->
                  table.put(
                      List.of(
                          Numbered.put(ROWS, 0),
                          new Put(new byte[most + 1])
                              .addColumn(Numbered.FAMILY, Numbered.PLAIN, new byte[1]))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a row key of %d bytes was given".formatted(most + 1))
          .hasMessageContaining("at most " + most);
      assertThat(sealed.table().find(ROWS)).isEmpty();
      assertThat(sealed.rows(new Scan().withStartRow(new byte[most + 1]).setLimit(1)))
          .containsExactly(Numbered.row(0));
      assertThatThrownBy(
              () ->
                  admin.modifyTable(
                      TableDescriptorBuilder.newBuilder(table.getDescriptor())
                          .setValue("dartagnan.key", "plain")
                          .build()))
          .hasMessageContaining("'dartagnan.key'")
          .hasMessageContaining("'" + scheme + "', and 'plain' was given");
      assertThat(table.getDescriptor().getValue("dartagnan.key")).isEqualTo(scheme);
      // Of a batch it is the application's own action that is said to have failed.
      Put undeclared =
          new Put(Bytes.toBytes("row")).addColumn(Bytes.toBytes("g"), Numbered.PLAIN, new byte[1]);
      assertThatThrownBy(() -> table.put(List.of(Numbered.put(1, 1), undeclared)))
          .isInstanceOfSatisfying(
              RetriesExhaustedWithDetailsException.class,
              e -> assertThat(e.getRow(0)).isSameAs(undeclared));
    }
  }

  @ParameterizedTest
  @CsvSource({"3, ope", "3, det"})
  void aggregatesAreOverRangesThatCloudsKnow(int placement, String scheme) throws Exception {
    Sealed sealed = create(placement, scheme, "counted");
    sealed.table().load(ROWS);
    PrivateAggregation aggregation = PrivateAggregation.over(sealed.table().connection());
    TableName name = sealed.table().name();

    assertThat(aggregation.count(name, new Scan())).isEqualTo(ROWS);
    if (sealed.isOrdered()) {
      assertThat(aggregation.count(name, between(20, 30))).isEqualTo(10);
    } else {
      assertThatThrownBy(() -> aggregation.count(name, between(20, 30)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("start and stop row (clients encrypt the row keys");
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void rowsThatAreTooManyToSortAreAnErrorThatSaysWhatToDo(int placement) throws Exception {
    Sealed sealed = create(placement, "det", "sorted");
    sealed.table().load(ROWS);
    Configuration settings = new Configuration(sealed.table().connection().getConfiguration());
    settings.setLong(ClientKeys.SORTED_BYTES, 10_000);
    try (Connection other = ConnectionFactory.createConnection(settings)) {
      Numbered same = new Numbered(other, sealed.table().name());
      assertThatThrownBy(() -> same.scan(new Scan()))
          .hasMessageContaining("more than 10000 bytes")
          .hasMessageContaining(ClientKeys.SORTED_BYTES);
      assertThat(same.read(5)).isEqualTo(5);
      assertThat(same.numbers(CompareOperator.EQUAL, 5)).containsExactly(5L);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "3, det"})
  void asynchronousCallsAndBufferedWritesAreSealedToo(int placement, String scheme)
      throws Exception {
    Sealed sealed = create(placement, scheme, "async");
    Configuration conf = sealed.table().connection().getConfiguration();
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(conf).get(1, TimeUnit.MINUTES)) {
      var table = connection.getTable(sealed.table().name());
      table.put(Numbered.put(1, 10)).get(1, TimeUnit.MINUTES);
      Result row = table.get(new Get(Bytes.toBytes(Numbered.row(1)))).get(1, TimeUnit.MINUTES);
      assertThat(Numbered.number(row)).isEqualTo(10);
      assertThat(Bytes.toString(row.getRow())).isEqualTo(Numbered.row(1));
      assertThat(table.scanAll(new Scan()).get(1, TimeUnit.MINUTES)).hasSize(1);
    }
    assertThat(sealed.storedRows()).hasSize(1);
    assertThat(Bytes.toStringBinary(sealed.storedRows().get(0))).doesNotContain("row-");
  }

  @ParameterizedTest
  @CsvSource({"1, ope", "3, det"})
  void theCommandLineMakesAndReadsSuchATable(int placement, String scheme) throws Exception {
    String conf = "--conf=" + (placement == 1 ? clients.confOfOne("key") : clients.conf("key"));
    Path file = folder.resolve("keyed.csv");
    Files.writeString(file, "id,name\nathos,one\nporthos,two\naramis,three\n");
    String name = "rows-keyed-" + placement;
    clients.dartagnan(
        "import", file.toString(), "--table=" + name, "--row-keys=" + scheme, "--regions=2", conf);
    assertThat(clients.dartagnan("tables", conf).output()).contains("id: " + scheme);
    assertThat(clients.dartagnan("get", name, "porthos", conf).output()).contains("two");
    assertThat(clients.dartagnan("scan", name, conf).output())
        .containsSubsequence("aramis", "athos", "porthos");
    if (placement == 3) {
      assertThat(clients.dartagnan("clouds", name, "porthos", conf).output())
          .contains("two")
          .doesNotContain("(nothing)");
    }
    clients.dartagnan("drop", name, "--yes", conf);
  }
}

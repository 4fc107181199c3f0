package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OneCloudDownTest {
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private final Configuration configuration = new Configuration(false);
  private final CountDownLatch up = new CountDownLatch(1);
  private SafeConnection connection;
  private Table table;

  @BeforeEach
  void connect() throws IOException {
    configuration.setLong(ClientKeys.ONE_CLOUD_DOWN_AFTER_MS, 200);
    open();
    for (int row = 0; row < 4; row++) {
      table.put(put(row));
    }
  }

  private void open() throws IOException {
    connection = MemoryConnection.open(clouds, configuration);
    table = connection.getTable(Tables.DECLARED.getTableName());
  }

  @AfterEach
  void close() throws IOException {
    up.countDown();
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    connection.close();
  }

  private static byte[] row(int row) {
    return Bytes.toBytes("row" + row);
  }

  private static Put put(long number) {
    return new Put(row((int) number))
        .addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER, Bytes.toBytes(number))
        .addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("p"))
        .addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private static Get get(int row) {
    return new Get(row(row))
        .addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER)
        .addColumn(Tables.FAMILY, Tables.PLAIN);
  }

  private static Scan scan() {
    return new Scan().addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER);
  }

  private static long number(Result row) {
    return Bytes.toLong(row.getValue(Tables.FAMILY, Tables.REPLICATED_NUMBER));
  }

  private List<Long> numbers(Scan scan) throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        numbers.add(number(row));
      }
    }
    return numbers;
  }

  /** As HBase's client, which makes no call to open a scanner. */
  private static MemoryCloud.Fault refusing(IOException failure) {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String operation) throws IOException {
        if (!operation.equals("getScanner")) {
          throw failure;
        }
      }
    };
  }

  private MemoryCloud.Fault silent() {
    return new MemoryCloud.Fault() {
      @Override
      public void before(String operation) throws IOException {
        try {
          up.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException(e);
        }
      }
    };
  }

  private void readsAreRight() throws IOException {
    assertThat(number(table.get(get(2)))).isEqualTo(2);
    assertThat(table.exists(get(9))).isFalse();
    Result[] rows = table.get(List.of(get(3), get(1)));
    assertThat(List.of(rows).stream().map(OneCloudDownTest::number)).containsExactly(3L, 1L);
    assertThat(numbers(scan())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(numbers(scan().setLimit(2))).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void readsGoOnWithoutACloudThatCannotBeReached(int lost) throws Exception {
    clouds.get(lost).fault = refusing(new ConnectException("refused"));

    readsAreRight();

    assertThat(attribute("LostCloud")).isEqualTo(lost);
    assertThat((Long) attribute("ReadsWithoutCloud" + lost)).isEqualTo(5);
    assertThat(attribute("ReadsWithoutCloud" + (lost + 1) % 3)).isEqualTo(0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void readsGoOnWithoutACloudThatIsSilent(int lost) throws Exception {
    clouds.get(lost).fault = silent();

    readsAreRight();

    assertThat(attribute("LostCloud")).isEqualTo(lost);
  }

  @Test
  void aScanThatLosesACloudGoesOnBehindItsLastRow() throws Exception {
    List<Long> numbers = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan().setCaching(1))) {
      numbers.add(number(rows.next()));
      numbers.add(number(rows.next()));
      clouds.get(1).fault = silent();
      for (Result row = rows.next(); row != null; row = rows.next()) {
        numbers.add(number(row));
      }
    }

    assertThat(numbers).containsExactly(0L, 1L, 2L, 3L);
    assertThat(attribute("LostCloud")).isEqualTo(1);
  }

  @Test
  void aScanThatCannotReachACloudGoesOnAtOnce() throws Exception {
    clouds.get(0).fault = refusing(new ConnectException("refused"));

    assertThat(numbers(scan())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(attribute("ReadsWithoutCloud0")).isEqualTo(1L);
  }

  @Test
  void aCloudThatIsBackIsAskedAgain() throws Exception {
    clouds.get(2).fault = silent();
    assertThat(number(table.get(get(2)))).isEqualTo(2);

    up.countDown();
    clouds.get(2).fault = new MemoryCloud.Fault() {};

    await()
        .until(
            () -> {
              table.get(get(2));
              return attribute("LostCloud").equals(-1);
            });
  }

  @Test
  void columnsThatNeedAllThreeCloudsSaySo() {
    clouds.get(1).fault = refusing(new ConnectException("refused"));

    assertThatThrownBy(() -> table.get(new Get(row(1))))
        .isInstanceOf(ConnectException.class)
        .hasMessage(
            "cloud 1 failed: refused; additive and xor columns need all three clouds, and so do tables of suite verified without tags; only other replicated and plain columns are read with one down");
    assertThatThrownBy(() -> numbers(new Scan().addColumn(Tables.FAMILY, Tables.NUMBER)))
        .hasMessageContaining("cloud 1 failed: refused; additive and xor columns need all three");
  }

  @Test
  void writesSayThatTheyNeedAllThreeClouds() {
    clouds.get(1).fault = refusing(new ConnectException("refused"));

    assertThatThrownBy(() -> table.put(put(1)))
        .isInstanceOf(ConnectException.class)
        .hasMessageContainingAll("cloud 1 failed: refused", "a write needs all three clouds");
    assertThatThrownBy(() -> table.put(List.of(put(1), put(2))))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e ->
                assertThat(e.getCauses())
                    .hasSize(2)
                    .allSatisfy(
                        cause ->
                            assertThat(cause)
                                .hasMessageContainingAll(
                                    "cloud 1 failed: refused", "a write needs all three clouds")));
  }

  @Test
  void aVersionOfAWriterThatHasNotToldIsAnErrorThatNamesTheCloud() {
    // Each of the three reads below waits for the writer as long as this.
    clouds.forEach(cloud -> cloud.operationTimeoutMs = 1_000);
    Set<Integer> unsettled = Set.of(1, 2);
    clouds.forEach(
        cloud ->
            cloud.settled =
                cell -> unsettled.stream().noneMatch(row -> Bytes.equals(row(row), row(cell))));
    clouds.get(0).fault = refusing(new ConnectException("refused"));

    assertThatThrownBy(() -> table.get(get(1)))
        .hasMessageContainingAll("cloud 0 does not answer", "column f:p of row row1");
    assertThatThrownBy(() -> table.get(List.of(get(0), get(2))))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e ->
                assertThat(e.getCause(0))
                    .hasMessageContainingAll("cloud 0 does not answer", "of row row2"));
    assertThatThrownBy(() -> numbers(scan()))
        .hasMessageContainingAll("cloud 0 does not answer", "column f:rn of row row1");
  }

  private static byte[] row(Cell cell) {
    return CellUtil.cloneRow(cell);
  }

  @Test
  void aVersionThatIsToldOfMeanwhileIsTheAnswer() throws Exception {
    int[] asked = {0};
    clouds.forEach(cloud -> cloud.settled = cell -> false);
    clouds.get(2).settled = cell -> ++asked[0] > 4;
    clouds.get(0).fault = refusing(new ConnectException("refused"));

    assertThat(number(table.get(get(1)))).isEqualTo(1);
  }

  /** The part made up for the lost cloud begins with the versions that both others returned. */
  @Test
  void aVersionBelowManyLeftoversOfOneCloudIsFound() throws Exception {
    long newest = table.get(get(1)).rawCells()[0].getTimestamp();
    try (Connection alone = clouds.get(1).connection();
        Table leftovers = alone.getTable(table.getName())) {
      for (int i = 1; i <= 9; i++) {
        leftovers.put(
            new Put(row(1))
                .addColumn(Tables.FAMILY, Tables.PLAIN, newest + i, Tables.bytes("left" + i)));
      }
    }
    clouds.get(1).closed = false;
    clouds.get(1).settled = cell -> !Bytes.toString(CellUtil.cloneValue(cell)).startsWith("left");
    assertThat(table.get(get(1)).getValue(Tables.FAMILY, Tables.PLAIN))
        .isEqualTo(Tables.bytes("p"));

    clouds.get(0).fault = refusing(new ConnectException("refused"));

    assertThat(table.get(get(1)).getValue(Tables.FAMILY, Tables.PLAIN))
        .isEqualTo(Tables.bytes("p"));
    try (ResultScanner rows = table.getScanner(new Scan().addColumn(Tables.FAMILY, Tables.PLAIN))) {
      for (Result row : rows) {
        assertThat(row.getValue(Tables.FAMILY, Tables.PLAIN)).isEqualTo(Tables.bytes("p"));
      }
    }
  }

  @Test
  void aCloudThatRefusesIsNotLost() throws Exception {
    clouds.get(1).fault = refusing(new DoNotRetryIOException("not allowed"));

    assertThatThrownBy(() -> table.get(get(1)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("cloud 1 failed: not allowed");
    assertThatThrownBy(() -> table.get(List.of(get(1))))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            e -> assertThat(e.getCause(0)).hasMessage("cloud 1 failed: not allowed"));
    assertThatThrownBy(() -> numbers(scan())).hasMessage("cloud 1 failed: not allowed");
    assertThat(attribute("LostCloud")).isEqualTo(-1);
  }

  @Test
  void oneCloudIsNotEnough() throws Exception {
    clouds.get(1).fault = refusing(new ConnectException("refused"));
    assertThat(number(table.get(get(1)))).isEqualTo(1);
    clouds.get(2).fault = refusing(new ConnectException("refused too"));

    assertThatThrownBy(() -> table.get(get(1)))
        .isInstanceOf(ConnectException.class)
        .hasMessage("cloud 2 failed: refused too; cloud 1 did not answer before");
    assertThatThrownBy(() -> table.get(get(1)))
        .isInstanceOf(ConnectException.class)
        .hasMessage("cloud 1 failed: refused; cloud 2 failed: refused too");
    clouds.get(1).fault = new MemoryCloud.Fault() {};
    assertThat(number(table.get(get(1)))).isEqualTo(1);
    assertThat(attribute("LostCloud")).isEqualTo(2);
  }

  @Test
  void itCanBeSwitchedOff() throws Exception {
    connection.close();
    configuration.set(ClientKeys.ONE_CLOUD_DOWN, "refuse");
    clouds.forEach(cloud -> cloud.closed = false);
    open();
    clouds.get(1).fault = refusing(new ConnectException("refused"));

    assertThatThrownBy(() -> table.get(get(1))).isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> numbers(scan())).hasMessageContaining("cloud 1 failed: refused");
  }

  @Test
  void aWrongSettingIsRefused() {
    configuration.set(ClientKeys.ONE_CLOUD_DOWN, "maybe");

    assertThatThrownBy(() -> MemoryConnection.open(clouds, configuration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is 'maybe', allow and refuse are possible");
  }

  /** Of the connection that is open: the others' are gone. */
  private static Object attribute(String name) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> beans = server.queryNames(new ObjectName("io.dartagnan:type=Client,*"), null);
    assertThat(beans).hasSize(1);
    return server.getAttribute(beans.iterator().next(), name);
  }
}

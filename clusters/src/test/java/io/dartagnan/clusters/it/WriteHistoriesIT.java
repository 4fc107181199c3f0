package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.clusters.program.RowProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Histories of a few calls after which plain HBase has one answer, and three clouds that each order
 * and keep versions on their own could have another.
 *
 * <p>It runs last: clients whose clocks are ahead put this process' clock ahead for a while, and
 * what has a TTL would outlive that of plain HBase in other tests.
 */
@EndToEnd
@Tag("thorough")
class WriteHistoriesIT {

  /** More than a family keeps versions beyond those that the application asked for. */
  private static final int OVERWRITES = 5;

  private static final int WRITE_ID_AT = 4;
  private static final int LATE_WRITES = 300;

  /** A setting by which each put of a connection fails on cloud 1, at once. */
  private static final String FAILING_ON_CLOUD_1 =
      "dartagnan.party.1." + ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY;

  private final LocalClusters clusters;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection connection;
  private String name;

  WriteHistoriesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    connection = clusters.safe();
  }

  @AfterAll
  void close() throws IOException {
    threads.shutdownNow();
    connection.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    name = "histories-" + test.getTestMethod().orElseThrow().getName();
  }

  private Numbered create(String... splitRows) throws IOException {
    return Numbered.create(connection, name, splitRows);
  }

  /** A deleted version takes no place among those that a cloud keeps. */
  @Test
  void aDeletedNewestVersionPushesNoOlderOneOut() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 41);
    byte[] row = Bytes.toBytes(Numbered.row(1));
    try (Table table = connection.getTable(numbered.name())) {
      Cell newest = table.get(new Get(row)).rawCells()[0];
      byte[] family = CellUtil.cloneFamily(newest);
      byte[] column = CellUtil.cloneQualifier(newest);
      table.delete(new Delete(row).addColumn(family, column));
      table.put(new Put(row).addColumn(family, column, 60, Bytes.toBytes(42L)));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.flush(numbered.name());
    }
    assertThat(numbered.read(1)).isEqualTo(42);
  }

  /** Whether half-done writes come from a crash, a race or, as here, from another program. */
  @Test
  void versionsThatOneCloudAloneHasPushNoAcknowledgedValueOut() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 42);
    try (CloudTable cloud = clusters.cloud(0, numbered.name())) {
      putOfOtherWrites(cloud, 1, 4);
      assertThat(numbered.find(1)).as("before the compaction").hasValue(42);
      cloud.compact();
    }
    assertThat(numbered.find(1)).hasValue(42);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 42)).containsExactly(42L);

    numbered.write(1, 43);
    assertThat(numbered.find(1)).hasValue(43);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 43)).containsExactly(43L);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 42)).isEmpty();
  }

  /** More than a reader looks at in one go, or in a few. */
  @Test
  void anyNumberOfVersionsThatTwoCloudsHavePushNoAcknowledgedValueOut() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 42);
    for (int party = 0; party < 2; party++) {
      try (CloudTable cloud = clusters.cloud(party, numbered.name())) {
        putOfOtherWrites(cloud, 1, 40);
        cloud.flush();
      }
    }
    assertThat(numbered.find(1)).hasValue(42);
    assertThat(numbered.scan(new Scan())).extracting(Numbered::number).containsExactly(42L);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 42)).containsExactly(42L);

    numbered.write(1, 43);
    assertThat(numbered.find(1)).hasValue(43);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 42)).isEmpty();
  }

  /** Puts versions above a row's number, with the write ids of writes that never were. */
  private static void putOfOtherWrites(CloudTable cloud, int row, int versions) throws IOException {
    Cell stored = newest(cloud, row);
    for (int later = 1; later <= versions; later++) {
      byte[] other = CellUtil.cloneValue(stored);
      for (int i = WRITE_ID_AT; i < WRITE_ID_AT + Long.BYTES; i++) {
        other[i] ^= (byte) (later * 29 + i);
      }
      cloud
          .table()
          .put(
              new Put(CellUtil.cloneRow(stored))
                  .addColumn(
                      Numbered.FAMILY, Numbered.NUMBER, stored.getTimestamp() + later, other));
    }
  }

  /** At any time some of the writes are on clouds 0 and 2 alone, and newer than the value. */
  @Test
  void anAcknowledgedValueStaysWhileWritesThatFailOnOneCloudAreCompacted() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 42);
    AtomicBoolean done = new AtomicBoolean();
    List<Future<Integer>> failing = new ArrayList<>();
    List<Future<Void>> compactions = new ArrayList<>();
    Configuration settings = new Configuration(false);
    settings.setInt(FAILING_ON_CLOUD_1, 1);
    try (Connection other = clusters.safe(settings)) {
      for (int writer = 0; writer < 8; writer++) {
        failing.add(
            threads.submit(() -> failuresUntil(done, new Numbered(other, numbered.name()))));
      }
      for (int party : List.of(0, 2)) {
        compactions.add(
            threads.submit(
                () -> {
                  try (CloudTable cloud = clusters.cloud(party, numbered.name())) {
                    while (!done.get()) {
                      cloud.compact();
                    }
                  }
                  return null;
                }));
      }
      try {
        for (int read = 0; read < 300; read++) {
          assertThat(numbered.find(1)).as("read %d", read).hasValue(42);
        }
      } finally {
        done.set(true);
        for (Future<Integer> each : failing) {
          assertThat(each.get(2, TimeUnit.MINUTES)).isPositive();
        }
        ended(compactions);
      }
    }
    assertThat(numbered.find(1)).hasValue(42);
    assertThat(numbered.numbers(CompareOperator.EQUAL, 42)).containsExactly(42L);
  }

  private static int failuresUntil(AtomicBoolean done, Numbered numbered) {
    int failures = 0;
    while (!done.get()) {
      assertThatThrownBy(() -> numbered.write(1, -1)).hasMessageContaining("cloud 1");
      failures++;
    }
    return failures;
  }

  /** Stamps of a batch to one row run ahead of the wall clock. */
  @Test
  void aWriteIsSeenAlthoughAnotherProcessWroteItsRowAThousandTimesJustBefore() throws Exception {
    Numbered numbered = create();
    try (ProgramProcess other = program(numbered, 0);
        Table table = connection.getTable(numbered.name())) {
      assertThat(other.ask("put " + Numbered.row(0) + " 1")).isEqualTo("done");
      for (int row = 1; row <= 3; row++) {
        List<Put> batch = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
          batch.add(Numbered.put(row, i).setId("not joined " + i));
        }
        table.put(batch);
        assertThat(numbered.find(row)).hasValue(999);
        assertThat(other.ask("put " + Numbered.row(row) + " 5000")).isEqualTo("done");
        assertThat(numbered.find(row)).as("in another process").hasValue(5_000);
        assertThat(other.ask("get " + Numbered.row(row))).isEqualTo("5000");
      }
    }
  }

  /**
   * The other process draws a stamp that a delete of the batch has, whose markers look the same.
   */
  @Test
  void aDeleteDeletesAlthoughAnotherProcessDeletedTheRowManyTimesJustBefore() throws Exception {
    Numbered numbered = create();
    try (ProgramProcess other = program(numbered, 0);
        Table table = connection.getTable(numbered.name())) {
      assertThat(other.ask("put " + Numbered.row(0) + " 1")).isEqualTo("done");
      for (int row = 1; row <= 3; row++) {
        List<Delete> batch = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
          batch.add(
              new Delete(Bytes.toBytes(Numbered.row(row)))
                  .addColumns(Numbered.FAMILY, Numbered.NUMBER));
        }
        table.delete(batch);
        table.put(Numbered.put(row, 42));
        assertThat(other.ask("delete " + Numbered.row(row))).isEqualTo("done");
        assertThat(numbered.find(row)).as("row %d", row).isEmpty();
        assertThat(other.ask("get " + Numbered.row(row))).isEqualTo("none");
      }
    }
  }

  @Test
  void aPutOfAClientWhoseClockIsBehindIsSeen() throws Exception {
    Numbered numbered = create();
    try (ProgramProcess late = program(numbered, -5_000)) {
      numbered.write(1, 42);
      assertThat(late.ask("put " + Numbered.row(1) + " 43")).isEqualTo("done");
      assertThat(numbered.find(1)).hasValue(43);
      assertThat(late.ask("get " + Numbered.row(1))).isEqualTo("43");
    }
  }

  @Test
  void aDeleteOfAClientWhoseClockIsBehindDeletes() throws Exception {
    Numbered numbered = create();
    try (ProgramProcess late = program(numbered, -5_000)) {
      numbered.write(1, 42);
      assertThat(late.ask("delete " + Numbered.row(1))).isEqualTo("done");
      assertThat(numbered.find(1)).isEmpty();
      assertThat(late.ask("get " + Numbered.row(1))).isEqualTo("none");
    }
  }

  @Test
  void aWriteIsSeenAfterOneOfAClientWhoseClockIsAhead() throws Exception {
    Numbered numbered = create();
    try (ProgramProcess early = program(numbered, 5_000)) {
      assertThat(early.ask("put " + Numbered.row(1) + " 42")).isEqualTo("done");
      assertThat(early.ask("put " + Numbered.row(2) + " 42")).isEqualTo("done");
      numbered.write(1, 43);
      assertThat(numbered.find(1)).hasValue(43);
      numbered.delete(2);
      assertThat(numbered.find(2)).isEmpty();
    }
  }

  /** Two acknowledged writes at one timestamp: either may be the later one, and one is there. */
  @Test
  void oneOfTwoWritesWithTheSameTimestampOfTheApplicationIsThere() throws Exception {
    int rows = 400;
    Numbered numbered = create();
    for (int row = 0; row < rows; row++) {
      write(numbered, connection, row, 100, 1_000);
    }
    CyclicBarrier together = new CyclicBarrier(2);
    List<Future<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 2; writer++) {
      long number = 200 + writer;
      writers.add(
          threads.submit(
              () -> {
                try (Connection own = clusters.safe()) {
                  for (int row = 0; row < rows; row++) {
                    together.await(1, TimeUnit.MINUTES);
                    write(numbered, own, row, number, 2_000);
                  }
                }
                return null;
              }));
    }
    ended(writers);

    List<String> lost = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      OptionalLong found = numbered.find(row);
      if (found.isEmpty() || found.getAsLong() < 200) {
        lost.add(Numbered.row(row) + " holds " + found);
      }
    }
    assertThat(lost).as("rows without either of the two acknowledged writes").isEmpty();
    assertThat(numbered.numbers(CompareOperator.GREATER_OR_EQUAL, 200)).hasSize(rows);
  }

  @Test
  void theLaterOfTwoWritesWithTheSameTimestampOfTheApplicationIsSeen() throws Exception {
    Numbered numbered = create();
    try (Connection other = clusters.safe()) {
      write(numbered, connection, 1, 42, 2_000);
      write(numbered, other, 1, 43, 2_000);
      assertThat(numbered.find(1)).hasValue(43);
      write(numbered, connection, 1, 41, 2_000);
      try (Admin admin = connection.getAdmin()) {
        admin.flush(numbered.name());
      }
      assertThat(numbered.find(1)).hasValue(41);
    }
  }

  /** Every write of the other process fails on cloud 1 and is taken back from the others. */
  @Test
  void aWriteThatFailsTakesNoAcknowledgedWriteOfAnotherProcessWithIt() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 0);
    try (ProgramProcess failing = program(numbered, 0, FAILING_ON_CLOUD_1 + "=1")) {
      assertThat(failing.ask("put " + Numbered.row(1) + " -1"))
          .startsWith("failed")
          .contains("cloud 1");
      failing.tell("puts " + Numbered.row(1) + " -10000 700");
      for (int number = 1; number <= 1_000; number++) {
        numbered.write(1, number);
        assertThat(numbered.find(1)).as("after write %d", number).hasValue(number);
      }
      assertThat(failing.answer())
          .as("writes of the failing process that were done")
          .isEqualTo("0");
    }
    assertThat(numbered.find(1)).hasValue(1_000);
  }

  /**
   * Cloud 0 shows the row as it was when the scan began. The others, where its region begins later,
   * show it as it is when the scan comes there, and have nothing older left.
   */
  /**
   * A put is complete as soon as the last cloud has done it, whether its client hears of it or not.
   */
  @Test
  void aValueThatWasReadIsNotTakenBackBecauseACloudsAnswerWasLate() throws Exception {
    Numbered numbered = create();
    numbered.write(1, 0);
    Configuration settings = new Configuration(false);
    settings.setInt("dartagnan.party.2." + HConstants.HBASE_RPC_WRITE_TIMEOUT_KEY, 1);
    settings.setInt("dartagnan.party.2." + HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    AtomicBoolean done = new AtomicBoolean();
    try (Connection impatient = clusters.safe(settings)) {
      Future<List<Long>> reader =
          threads.submit(
              () -> {
                List<Long> read = new ArrayList<>();
                while (!done.get()) {
                  read.add(numbered.read(1));
                }
                return read;
              });
      int failed = 0;
      Numbered late = new Numbered(impatient, numbered.name());
      for (int number = 1; number <= LATE_WRITES; number++) {
        try {
          late.write(1, number);
        } catch (IOException e) {
          failed++;
        }
      }
      done.set(true);
      List<Long> read = reader.get(1, TimeUnit.MINUTES);
      System.out.printf("  %d of %d puts failed, %d reads%n", failed, LATE_WRITES, read.size());
      assertThat(read).isSorted();
    }
  }

  @Test
  void aRowThatIsOverwrittenAndCompactedWhileAScanIsUnderWayIsReturned() throws Exception {
    int rows = 400;
    int overwritten = 350;
    Numbered numbered = create().load(rows);
    for (int party = 1; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, numbered.name())) {
        cloud.split(Numbered.row(300), 2);
      }
    }
    List<String> found = new ArrayList<>();
    try (Table table = connection.getTable(numbered.name());
        ResultScanner scanner = table.getScanner(new Scan().setCaching(10))) {
      found.add(Bytes.toString(scanner.next().getRow()));
      for (int i = 1; i <= OVERWRITES; i++) {
        numbered.write(overwritten, 1_000 + i);
      }
      compactAll(numbered.name());
      for (Result row : scanner) {
        found.add(Bytes.toString(row.getRow()));
      }
    }
    List<String> all = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      all.add(Numbered.row(row));
    }
    assertThat(found).isSorted().doesNotHaveDuplicates();
    all.removeAll(found);
    assertThat(all).as("rows that the scan did not return").isEmpty();
  }

  @Test
  void aFamilyThatKeepsDeletedCellsIsRefused() throws Exception {
    refused(
        "KEEP_DELETED_CELLS", family -> family.setKeepDeletedCells(KeepDeletedCells.TRUE), "true");
    refused(
        "KEEP_DELETED_CELLS",
        family -> family.setKeepDeletedCells(KeepDeletedCells.TTL).setTimeToLive(1_000),
        "ttl");
  }

  @Test
  void aFamilyInWhichMaskingDependsOnArrivalIsRefused() throws Exception {
    refused("NEW_VERSION_BEHAVIOR", family -> family.setNewVersionBehavior(true), "new");
  }

  @Test
  void aFamilyThatKeepsExpiredVersionsIsRefused() throws Exception {
    refused(
        "MIN_VERSIONS",
        family -> family.setMaxVersions(3).setMinVersions(2).setTimeToLive(1_000),
        "minimum");
  }

  private void refused(String why, Consumer<ColumnFamilyDescriptorBuilder> setting, String suffix)
      throws IOException {
    TableName table = TableName.valueOf(name + "-" + suffix);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Numbered.FAMILY);
    setting.accept(family);
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(family.build())
            .setValue("dartagnan.default", "additive int64");
    try (Admin admin = connection.getAdmin()) {
      assertThatThrownBy(() -> admin.createTable(descriptor.build()))
          .isInstanceOfAny(IllegalArgumentException.class, UnsupportedOperationException.class)
          .hasMessageContaining(why)
          .hasMessageContaining(table.getNameAsString());
    }
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Admin admin = cloud.getAdmin()) {
        assertThat(admin.tableExists(table)).as("on cloud %d", party).isFalse();
      }
    }
  }

  private void compactAll(TableName table) throws IOException {
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, table)) {
        cloud.compact();
      }
    }
  }

  private ProgramProcess program(Numbered numbered, long clockOffsetMs, String... settings)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(numbered.name().getNameAsString());
    arguments.add(Bytes.toString(Numbered.FAMILY));
    arguments.add(Bytes.toString(Numbered.NUMBER));
    arguments.addAll(List.of(settings));
    return clusters.start(
        List.of("-Ddartagnan.test.clock.offset.ms=" + clockOffsetMs),
        RowProgram.class,
        arguments.toArray(String[]::new));
  }

  private static void write(
      Numbered numbered, Connection connection, int row, long number, long timestamp)
      throws IOException {
    try (Table table = connection.getTable(numbered.name())) {
      table.put(
          new Put(Bytes.toBytes(Numbered.row(row)))
              .addColumn(Numbered.FAMILY, Numbered.NUMBER, timestamp, Bytes.toBytes(number)));
    }
  }

  private static List<Cell> versions(CloudTable cloud, int row) throws IOException {
    return cloud.versions(Numbered.row(row), Numbered.FAMILY, Numbered.NUMBER);
  }

  private static Cell newest(CloudTable cloud, int row) throws IOException {
    return versions(cloud, row).get(0);
  }

  private static void ended(List<? extends Future<?>> tasks) throws Exception {
    for (Future<?> task : tasks) {
      task.get(2, TimeUnit.MINUTES);
    }
  }
}

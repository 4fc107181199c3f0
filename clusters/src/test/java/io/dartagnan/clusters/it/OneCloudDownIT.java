package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Reads of replicated columns while one cloud is down, and errors of all that needs three. */
@EndToEnd
@Tag("long")
class OneCloudDownIT {
  private static final int ROWS = 300;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NEEDED = "all three clouds";

  private final LocalClusters clusters;
  private Connection connection;
  private Connection impatient;
  private Numbered replicated;
  private Numbered additive;
  private Numbered verified;

  OneCloudDownIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeEach
  void load(TestInfo test) throws IOException {
    String name = test.getTestMethod().orElseThrow().getName();
    connection = clusters.safe();
    impatient = clusters.impatient();
    replicated = replicated(name, "araki").load(ROWS);
    additive = Numbered.create(connection, name + "Additive").load(3);
    // By default: one of two clouds may lie.
    verified = replicated(name + "Verified", null).load(3);
    replicated.write(7, 70_000);
    // Read once, so that the table is known.
    assertThat(new Numbered(impatient, additive.name()).read(1)).isEqualTo(1);
    assertThat(new Numbered(impatient, verified.name()).read(1)).isEqualTo(1);
    assertThat(new Numbered(impatient, replicated.name()).read(1)).isEqualTo(1);
  }

  private Numbered replicated(String name, String suite) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY))
              .setValue("dartagnan.suite", suite)
              .setValue("dartagnan.column.f:number", "replicated int64")
              .setValue("dartagnan.column.f:text", "replicated string(12)")
              .setValue("dartagnan.column.f:plain", "plain")
              .build());
    }
    return new Numbered(connection, TableName.valueOf(name));
  }

  @AfterEach
  void restore() throws Exception {
    impatient.close();
    connection.close();
    clusters.restore();
  }

  @Test
  void readsGoOnWhenACloudIsKilled() throws Exception {
    clusters.require("kill", "2");

    long before = readsWithout(2);
    assertTimeoutPreemptively(PATIENCE, () -> readsAreRight(replicated));
    assertThat(readsWithout(2)).isGreaterThanOrEqualTo(before + 6);
    try (Connection later = clusters.safe()) {
      assertTimeoutPreemptively(
          PATIENCE, () -> readsAreRight(new Numbered(later, replicated.name())));
    }
    assertThat(new Numbered(impatient, replicated.name()).read(7)).isEqualTo(70_000);
    whatNeedsThreeSaysSo("cloud 2");
    assertThat(replicated.read(8)).as("a put that failed").isEqualTo(8);

    clusters.require("start", "2");
    allIsWellAgain();
    assertThat(replicated.read(8)).as("a put that failed").isEqualTo(8);
  }

  /** A put that the client sent before it learnt that the cloud is down may be complete. */
  @Test
  void aPutThatTheLostCloudMayHaveDoneIsNeitherShownNorPassedOver() throws Exception {
    clusters.require("kill", "2");
    says(
        "cloud 2",
        "may have been written; read it to learn",
        () -> new Numbered(impatient, replicated.name()).write(8, 80_000));

    assertThatThrownBy(() -> replicated.read(8))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("cloud 2 does not answer", Numbered.row(8));
    assertThat(replicated.read(7)).as("another row").isEqualTo(70_000);

    clusters.require("start", "2");
    allIsWellAgain();
    assertThat(replicated.read(8)).as("a put that failed").isEqualTo(8);
  }

  /**
   * The cloud would refuse the put as too late when it is asked, and cannot tell what it has lost
   * from what never came. As long as the writer is there, its row is read again all the same.
   */
  @Test
  void aPutThatFailedIsTakenBackWhenTheCloudComesBackLate() throws Exception {
    // Behind the last entry of the cloud's log, as in a table that is seldom written.
    passed(Duration.ofSeconds(7));
    clusters.require("kill", "2");
    for (Numbered table : List.of(replicated, additive)) {
      says("cloud 2", "may have", () -> new Numbered(impatient, table.name()).write(2, 20_000));
    }
    passed(Duration.ofSeconds(35));
    clusters.require("start", "2");
    allIsWellAgain();
    for (Numbered table : List.of(replicated, additive)) {
      await("the put to " + table.name() + " is taken back")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(table.read(2)).isEqualTo(2));
    }
  }

  private static void passed(Duration time) {
    long begun = System.nanoTime();
    await().atMost(PATIENCE).until(() -> System.nanoTime() - begun > time.toNanos());
  }

  @Test
  void readsGoOnWhenACloudIsStopped() throws Exception {
    clusters.signal(0, "STOP");
    try {
      try {
        assertTimeoutPreemptively(PATIENCE, () -> readsAreRight(replicated));
        assertThat(new Numbered(impatient, replicated.name()).read(7)).isEqualTo(70_000);
        whatNeedsThreeSaysSo("cloud 0");
      } finally {
        clusters.signal(0, "CONT");
      }
      allIsWellAgain();
      assertThat(replicated.read(8)).as("a put that failed").isEqualTo(8);
    } finally {
      // A server that stood still for so long may find a little later that it is taken for dead.
      clusters.require("kill", "0");
    }
  }

  /** Versions whose writer never tells anything: another program's, copied from a write of ours. */
  @Test
  void aVersionThatTheLostCloudMayNotHaveIsNeitherShownNorPassedOver() throws Exception {
    for (int cloud = 0; cloud < 3; cloud++) {
      copyOnTop(cloud, 20);
    }
    copyOnTop(0, 21);
    copyOnTop(1, 21);
    copyOnTop(0, 22);
    assertThat(version(20)).as("on all three").isEqualTo(copied(20));
    long complete = version(21);
    assertThat(complete).as("on two").isNotEqualTo(copied(21));
    long below = version(22);
    assertThat(below).as("on one").isNotEqualTo(copied(22));

    clusters.require("kill", "2");

    for (int row : new int[] {20, 21}) {
      assertThatThrownBy(() -> version(row))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("cloud 2 does not answer", Numbered.row(row));
    }
    assertThat(version(22)).isEqualTo(below);
    assertThatThrownBy(() -> replicated.scan(new Scan()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("cloud 2 does not answer", Numbered.row(20));

    clusters.require("start", "2");
    await("three clouds are read again")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> version(20) == copied(20) && version(21) == complete);
  }

  /** The timestamp of a row's number as a reader sees it. */
  private long version(int row) throws IOException {
    try (Table table = connection.getTable(replicated.name())) {
      return table
          .get(new Get(Bytes.toBytes(Numbered.row(row))))
          .getColumnLatestCell(Numbered.FAMILY, Numbered.NUMBER)
          .getTimestamp();
    }
  }

  private long written(int row) throws IOException {
    try (CloudTable cloud = clusters.cloud(0, replicated.name())) {
      List<Cell> versions = cloud.versions(Numbered.row(row), Numbered.FAMILY, Numbered.NUMBER);
      return versions.get(versions.size() - 1).getTimestamp();
    }
  }

  private long copied(int row) throws IOException {
    return written(row) + 1;
  }

  private void copyOnTop(int party, int row) throws IOException {
    try (CloudTable cloud = clusters.cloud(party, replicated.name())) {
      Cell newest = cloud.versions(Numbered.row(row), Numbered.FAMILY, Numbered.NUMBER).get(0);
      cloud
          .table()
          .put(
              new Put(CellUtil.cloneRow(newest))
                  .addColumn(
                      Numbered.FAMILY,
                      Numbered.NUMBER,
                      newest.getTimestamp() + 1,
                      CellUtil.cloneValue(newest)));
    }
  }

  private static List<Long> expected() {
    return LongStream.range(0, ROWS).map(row -> row == 7 ? 70_000 : row).boxed().toList();
  }

  private static void readsAreRight(Numbered numbered) throws IOException {
    assertThat(numbered.read(7)).isEqualTo(70_000);
    assertThat(numbered.scan(new Scan()).stream().map(Numbered::number)).isEqualTo(expected());
    List<Long> reversed = new ArrayList<>(expected());
    Collections.reverse(reversed);
    assertThat(numbered.scan(new Scan().setReversed(true)).stream().map(Numbered::number))
        .isEqualTo(reversed);
    assertThat(numbered.scan(new Scan().setLimit(9).setCaching(2)).stream().map(Numbered::number))
        .isEqualTo(expected().subList(0, 9));
    assertThat(numbered.scan(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("row-00001")))))
        .as("a filter on rows alone")
        .hasSize(10);
    try (Table table = numbered.connection().getTable(numbered.name())) {
      List<Get> gets = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        gets.add(new Get(Bytes.toBytes(Numbered.row(row))));
      }
      assertThat(List.of(table.get(gets)).stream().map(Numbered::number)).isEqualTo(expected());
      assertThat(List.of(table.get(gets)).stream().map(Numbered::text))
          .isEqualTo(expected().stream().map(number -> "is " + number).toList());
      assertThat(table.exists(gets.get(3))).isTrue();
      assertThat(table.get(new Get(Bytes.toBytes("no such row"))).isEmpty()).isTrue();
      assertThat(table.getDescriptor().getValue("dartagnan.column.f:number"))
          .isEqualTo("replicated int64");
    }
  }

  private void whatNeedsThreeSaysSo(String cloud) throws IOException {
    Numbered hasty = new Numbered(impatient, replicated.name());
    says(cloud, "a write needs " + NEEDED, () -> hasty.write(8, 80_000));
    says(
        cloud,
        "filters and aggregates that the clouds evaluate need " + NEEDED,
        () -> hasty.numbers(CompareOperator.GREATER, 10));
    says(
        cloud,
        "additive and xor columns need " + NEEDED,
        () -> new Numbered(impatient, additive.name()).read(1));
    says(
        cloud,
        "additive and xor columns need " + NEEDED,
        () -> new Numbered(impatient, additive.name()).scan(new Scan()));
    says(
        cloud,
        "so do tables of suite verified without tags",
        () -> new Numbered(impatient, verified.name()).read(1));
    try (Table table = impatient.getTable(replicated.name())) {
      byte[] row = Bytes.toBytes(Numbered.row(9));
      says(cloud, "a write needs " + NEEDED, () -> table.put(List.of(Numbered.put(8, 80_000))));
      says(
          cloud,
          "a write needs " + NEEDED,
          () -> table.increment(new Increment(row).addColumn(Numbered.FAMILY, Numbered.NUMBER, 1)));
      says(
          cloud,
          "a write needs " + NEEDED,
          () -> table.delete(new Delete(Bytes.toBytes("no such row"))));
    }
  }

  private static void says(String cloud, String sentence, ThrowingCallable call) {
    assertTimeoutPreemptively(
        PATIENCE,
        () ->
            assertThatThrownBy(call)
                .isInstanceOf(IOException.class)
                .extracting(OneCloudDownIT::reason, STRING)
                .contains(cloud, sentence));
  }

  /** HBase's exception of a batch names what failed; its causes say why. */
  private static String reason(Throwable failure) {
    return failure instanceof RetriesExhaustedWithDetailsException batch
        ? batch.getCause(0).getMessage()
        : failure.getMessage();
  }

  private void allIsWellAgain() throws IOException {
    await("filters and writes work again")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              replicated.write(9, 9);
              return replicated.numbers(CompareOperator.GREATER, 999).equals(List.of(70_000L));
            });
    await("the cloud is no longer taken for lost")
        .atMost(PATIENCE)
        .until(
            () -> {
              replicated.read(7);
              new Numbered(impatient, replicated.name()).read(7);
              return lostClouds().stream().allMatch(lost -> lost == -1);
            });
    assertThat(replicated.scan(new Scan()).stream().map(Numbered::number).toList())
        .isEqualTo(expected());
  }

  private static List<Integer> lostClouds() throws JMException {
    return attributes("LostCloud").stream().map(Integer.class::cast).toList();
  }

  private static long readsWithout(int cloud) throws JMException {
    return attributes("ReadsWithoutCloud" + cloud).stream().mapToLong(Long.class::cast).sum();
  }

  private static List<Object> attributes(String name) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    List<Object> values = new ArrayList<>();
    for (ObjectName bean : server.queryNames(new ObjectName("io.dartagnan:type=Client,*"), null)) {
      values.add(server.getAttribute(bean, name));
    }
    return values;
  }
}

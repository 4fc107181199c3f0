package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.maintenance.Difference;
import io.dartagnan.client.maintenance.Difference.Kind;
import io.dartagnan.client.maintenance.TableAudit;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Comparison of the three clouds where they agree, and where somebody has changed one of them. */
@EndToEnd
@Tag("thorough")
class VerifyIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] SHARED = Bytes.toBytes("shared");
  private static final byte[] ADDED = Bytes.toBytes("added");
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final int ROWS = 3_000;
  private static final int WRITE_ID_AT = 4;

  private final LocalClusters clusters;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Connection connection;
  private TableName table;

  VerifyIT(LocalClusters clusters) {
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
    table = TableName.valueOf("verify-" + test.getTestMethod().orElseThrow().getName());
  }

  private void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:shared", "replicated string(20)")
              .setValue("dartagnan.column.f:added", "additive int64")
              .setValue("dartagnan.column.f:open", "plain")
              .build(),
          new byte[][] {row(1_000)});
    }
  }

  private void createAndLoad() throws IOException {
    create();
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (int i = 0; i < ROWS; i++) {
        mutator.mutate(put(i));
      }
    }
    // The mark of a later write tells the clouds that all of it is settled.
    try (Table safe = connection.getTable(table)) {
      safe.put(put(0));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(Numbered.row(number));
  }

  private static Put put(int number) {
    return new Put(row(number))
        .addColumn(FAMILY, SHARED, Bytes.toBytes("text " + number))
        .addColumn(FAMILY, ADDED, Bytes.toBytes((long) number))
        .addColumn(FAMILY, OPEN, Bytes.toBytes("open " + number));
  }

  /** The differences that an audit tells, and its sum. */
  private record Told(TableAudit.Result result, List<Difference> differences) {}

  /** Takes nothing for a write that is under way. */
  private Told audit() throws IOException {
    return audit(Duration.ZERO);
  }

  private Told audit(Duration underWay) throws IOException {
    List<Difference> differences = new ArrayList<>();
    TableAudit.Listener listener =
        new TableAudit.Listener() {
          @Override
          public void compared(long rows) {}

          @Override
          public void found(Difference difference) {
            differences.add(difference);
          }
        };
    return new Told(TableAudit.over(connection, underWay).run(table, listener), differences);
  }

  private Cell stored(int cloud, int number, byte[] qualifier) throws IOException {
    try (CloudTable bare = clusters.cloud(cloud, table)) {
      return bare.versions(Numbered.row(number), FAMILY, qualifier).get(0);
    }
  }

  @Test
  void cloudsAgreeWhateverTheirRegionsAndFiles() throws Exception {
    createAndLoad();
    try (CloudTable cloud = clusters.cloud(1, table)) {
      cloud.split(Numbered.row(2_000), 3);
    }
    try (CloudTable cloud = clusters.cloud(2, table)) {
      cloud.compact();
    }
    // Of these some clouds keep the older version and some do not.
    try (Table safe = connection.getTable(table)) {
      safe.put(List.of(put(5), put(6)));
      safe.delete(new Delete(row(7)));
    }
    try (CloudTable cloud = clusters.cloud(0, table)) {
      cloud.compact();
    }
    Told told = audit();
    assertThat(told.differences()).isEmpty();
    assertThat(told.result()).isEqualTo(new TableAudit.Result(ROWS - 1, 0, 0, 0));
    Commands.Ended ended = clusters.dartagnan("verify", table.getNameAsString());
    assertThat(ended.output())
        .isEqualTo("table %s: 2,999 rows compared, the clouds agree\n".formatted(table));
    assertThat(ended.exit()).isZero();
  }

  @Test
  void whatOneCloudHasChangedIsFoundAndNothingElse() throws Exception {
    createAndLoad();
    long at = stored(0, 10, SHARED).getTimestamp();
    try (CloudTable cloud = clusters.cloud(2, table)) {
      cloud.table().delete(new Delete(row(10)).addColumns(FAMILY, SHARED));
      cloud.table().delete(new Delete(row(2_500)));
      // The markers go, and what they deleted.
      cloud.compact();
      cloud.table().delete(new Delete(row(20)).addColumns(FAMILY, ADDED));
    }
    Cell open = stored(0, 30, OPEN);
    Cell shared = stored(1, 40, SHARED);
    try (CloudTable cloud = clusters.cloud(0, table)) {
      cloud
          .table()
          .put(new Put(row(30)).addColumn(FAMILY, OPEN, open.getTimestamp(), new byte[] {1}));
    }
    byte[] torn = CellUtil.cloneValue(shared);
    torn[WRITE_ID_AT] ^= 1;
    try (CloudTable cloud = clusters.cloud(1, table)) {
      cloud
          .table()
          .put(new Put(row(40)).addColumn(FAMILY, SHARED, shared.getTimestamp() + 1, torn));
    }

    Told told = audit();

    assertThat(told.differences().stream().map(VerifyIT::brief))
        .containsExactly(
            brief(10, SHARED, Kind.LACKS, Party.P2),
            brief(20, ADDED, Kind.DELETED, Party.P2),
            brief(30, OPEN, Kind.OTHER_WRITE, Party.P0),
            brief(40, SHARED, Kind.INCOMPLETE, Party.P1),
            brief(2_500, ADDED, Kind.LACKS, Party.P2),
            brief(2_500, OPEN, Kind.LACKS, Party.P2),
            brief(2_500, SHARED, Kind.LACKS, Party.P2));
    assertThat(told.differences().get(0).timestamp()).isEqualTo(at);
    assertThat(told.result()).isEqualTo(new TableAudit.Result(ROWS, 5, 0, 0));
  }

  private static String brief(Difference difference) {
    return difference.words().replaceAll(" of 2[-0-9T:.]+Z", "");
  }

  private static String brief(int number, byte[] qualifier, Kind kind, Party cloud) {
    return new Difference(
            new io.dartagnan.audit.HeldVersion.Column(row(number), FAMILY, qualifier),
            1_600_000_000_000L,
            kind,
            List.of(cloud))
        .words()
        .replaceAll(" of 2[-0-9T:.]+Z", "");
  }

  @Test
  @Tag("long")
  void theCommandSaysWhatDiffersAndEndsWith3() throws Exception {
    createAndLoad();
    try (CloudTable cloud = clusters.cloud(1, table)) {
      for (int i = 100; i < 130; i++) {
        cloud.table().delete(new Delete(row(i)).addColumns(FAMILY, OPEN));
      }
      cloud.compact();
    }
    Commands.Ended ended = clusters.dartagnan("verify", table.getNameAsString());
    assertThat(ended.output())
        .contains("row row-000100, f:open: cloud 1 lacks the version of 20")
        .contains("row row-000119, f:open")
        .doesNotContain("row-000120")
        .contains("3,000 rows compared, 30 rows differ; the first 20 of 30 differences are shown");
    assertThat(ended.exit()).isEqualTo(3);

    Commands.Ended lines = clusters.dartagnan("verify", table.getNameAsString(), "--json");
    assertThat(lines.output())
        .hasLineCount(31)
        .contains("\"row\":\"row-000129\",\"family\":\"f\",\"qualifier\":\"open\",\"timestamp\":")
        .contains("\"difference\":\"lacks\",\"clouds\":[1]")
        .contains(
            "\"rows\":3000,\"differing\":30,\"notLookedAt\":0,\"busy\":0,\"consistent\":false");
    assertThat(lines.exit()).isEqualTo(3);
  }

  @Test
  void aTableThatACloudHasNotIsFound() throws Exception {
    create();
    try (CloudTable cloud = clusters.cloud(2, table)) {
      cloud.admin().disableTable(table);
      cloud.admin().deleteTable(table);
    }
    try {
      Commands.Ended ended = clusters.dartagnan("verify", table.getNameAsString());
      assertThat(ended.output()).contains("table " + table + ": cloud 2 has it not");
      assertThat(ended.exit()).isEqualTo(3);
    } finally {
      clusters.dartagnan("drop", table.getNameAsString(), "--yes");
    }
  }

  @Test
  void rowsThatAreWrittenMeanwhileAreNotTakenForTorn() throws Exception {
    createAndLoad();
    AtomicBoolean done = new AtomicBoolean();
    Future<Integer> writer =
        threads.submit(
            () -> {
              int written = 0;
              try (Table safe = connection.getTable(table)) {
                while (!done.get()) {
                  safe.put(put(written++ % 500));
                }
              }
              return written;
            });
    try {
      Told told = audit(Duration.ofMinutes(1));
      assertThat(told.differences()).isEmpty();
      assertThat(told.result()).isEqualTo(new TableAudit.Result(ROWS, 0, 0, 0));
    } finally {
      done.set(true);
    }
    assertThat(writer.get()).isPositive();
  }

  @Test
  void aTableThatNoCloudHasIsNamed() throws Exception {
    Commands.Ended ended = clusters.dartagnan("verify", "nowhere");
    assertThat(ended.errors()).contains("there is no table nowhere");
    assertThat(ended.exit()).isEqualTo(1);
  }
}

package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A cloud that has lost acknowledged writes: each is read all the same, or the reader is told which
 * cloud lacks it.
 */
@EndToEnd
class LostWritesIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("c");
  private static final int ROWS = 40;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LocalClusters clusters;

  LostWritesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
  }

  private static TableName create(Connection connection, String protection) throws IOException {
    TableName name = TableName.valueOf("lost-" + protection.split(" ")[0]);
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        admin.disableTable(name);
        admin.deleteTable(name);
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:c", protection)
              .build());
    }
    return name;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(Numbered.row(number));
  }

  private static void write(Connection connection, TableName name, int from, long value)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = from; i < ROWS; i++) {
      puts.add(new Put(row(i)).addColumn(FAMILY, COLUMN, Bytes.toBytes(value)));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
    try (Admin admin = connection.getAdmin()) {
      // Before it asks for a flush, a client tells the clouds what is settled.
      admin.flush(name);
    }
  }

  /**
   * Every row has the value, by gets and by a scan, in a connection that was open and a new one.
   */
  private void requireValues(Connection open, TableName name, long value) throws IOException {
    try (Connection fresh = clusters.safe()) {
      for (Connection connection : List.of(open, fresh)) {
        try (Table table = connection.getTable(name)) {
          for (int i = 0; i < ROWS; i++) {
            assertThat(table.get(new Get(row(i))).getValue(FAMILY, COLUMN))
                .as("row %d", i)
                .isEqualTo(Bytes.toBytes(value));
          }
          List<Result> rows = new ArrayList<>();
          try (ResultScanner scanner = table.getScanner(new Scan())) {
            scanner.forEach(rows::add);
          }
          assertThat(rows)
              .hasSize(ROWS)
              .allSatisfy(
                  each ->
                      assertThat(each.getValue(FAMILY, COLUMN)).isEqualTo(Bytes.toBytes(value)));
        }
      }
    }
  }

  private static void requireErrors(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      for (int i = 0; i < ROWS; i++) {
        Get get = new Get(row(i));
        assertThatThrownBy(() -> table.get(get))
            .as("row %d", i)
            .hasMessageContaining("cloud 2 lacks the version at")
            .hasMessageContaining("row " + Numbered.row(i) + " of table " + name)
            .hasMessageContaining("dartagnan verify " + name);
      }
      assertThatThrownBy(
              () -> {
                try (ResultScanner rows = table.getScanner(new Scan())) {
                  rows.next();
                }
              })
          .hasMessageContaining("cloud 2 lacks the version at");
    }
  }

  private void rollBack(TableName name, Step between) throws Exception {
    try (CloudTable cloud = clusters.cloud(2, name)) {
      cloud.admin().snapshot("before-" + name, name);
      between.run();
      cloud.admin().disableTable(name);
      cloud.admin().restoreSnapshot("before-" + name, false);
      cloud.admin().enableTable(name);
      cloud.admin().deleteSnapshot("before-" + name);
    }
    for (int other = 0; other < 2; other++) {
      try (CloudTable cloud = clusters.cloud(other, name)) {
        cloud.compact();
      }
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  /** Half of the rows are newer than what it is restored from. */
  @Test
  void whatACloudLacksThatWasRestoredIsReadFromTheTwoOthersAndRepaired() throws Exception {
    try (Connection connection = clusters.safe()) {
      for (String protection : List.of("replicated int64", "plain")) {
        TableName name = create(connection, protection);
        write(connection, name, ROWS / 2, 1);
        rollBack(name, () -> write(connection, name, 0, 2));

        requireValues(connection, name, 2);
        if (!protection.equals("plain")) {
          try (CloudTable cloud = clusters.cloud(2, name)) {
            await("readers have what is lacking repaired")
                .atMost(PATIENCE)
                .untilAsserted(
                    () -> {
                      requireValues(connection, name, 2);
                      for (int i = 0; i < ROWS / 2; i++) {
                        assertThat(cloud.versions(Numbered.row(i), FAMILY, COLUMN)).isNotEmpty();
                      }
                    });
          }
        }
        write(connection, name, 0, 3);
        requireValues(connection, name, 3);
      }
    }
  }

  @Test
  void whatACloudLacksThatWasRestoredIsAnErrorWhereItsSharesAreNeeded() throws Exception {
    try (Connection connection = clusters.safe()) {
      for (String protection : List.of("additive int64", "xor int64")) {
        TableName name = create(connection, protection);
        write(connection, name, ROWS / 2, 1);
        rollBack(name, () -> write(connection, name, 0, 2));

        requireErrors(connection, name);
        write(connection, name, 0, 3);
        requireValues(connection, name, 3);
      }
    }
  }

  @Test
  void whatACloudLacksThatLostItsLogIsReadOrAnError() throws Exception {
    try (Connection connection = clusters.safe()) {
      TableName replicated = create(connection, "replicated int64");
      TableName xor = create(connection, "xor int64");
      Numbered other = Numbered.create(connection, "lost-other").load(1);
      for (TableName name : List.of(replicated, xor)) {
        try (Table table = connection.getTable(name)) {
          List<Put> puts = new ArrayList<>();
          for (int i = 0; i < ROWS; i++) {
            puts.add(new Put(row(i)).addColumn(FAMILY, COLUMN, Bytes.toBytes(7L)));
          }
          table.put(puts);
        }
      }
      try (Admin admin = connection.getAdmin()) {
        // Has the clouds told what is settled; the two tables stay in memory and in the log.
        admin.flush(other.name());
      }
      for (int kept = 0; kept < 2; kept++) {
        for (TableName name : List.of(replicated, xor)) {
          try (CloudTable cloud = clusters.cloud(kept, name)) {
            cloud.flush();
          }
        }
      }
      // Where the regions are is in a log, too.
      try (CloudTable cloud = clusters.cloud(2, TableName.META_TABLE_NAME)) {
        cloud.flush();
      }
      clusters.require("kill", "2");
      try (Stream<Path> files = Files.walk(clusters.folder("cloud-2"))) {
        List<Path> logs =
            files
                .filter(path -> path.endsWith("WALs") && !path.toString().contains("MasterData"))
                .toList();
        assertThat(logs).isNotEmpty();
        for (Path each : logs) {
          FileUtils.cleanDirectory(each.toFile());
        }
      }
      clusters.require("start", "2");
      await("reads go on")
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> other.find(0).isPresent());

      requireValues(connection, replicated, 7);
      requireErrors(connection, xor);
    }
  }
}

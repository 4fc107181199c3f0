package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Histories in which a version is deleted or expires, after which older versions are there for
 * plain HBase, or are not, and could be otherwise on three clouds that each compact on their own.
 */
@EndToEnd
@Tag("thorough")
class DeleteHistoriesIT {
  private final LocalClusters clusters;
  private Connection connection;
  private String name;

  DeleteHistoriesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    connection = clusters.safe();
  }

  @AfterAll
  void close() throws IOException {
    connection.close();
  }

  @BeforeEach
  void name(TestInfo test) {
    name = "deletes-" + test.getTestMethod().orElseThrow().getName();
  }

  @Test
  void aCompactedVersionDoesNotComeBackWhenTheNewestIsDeletedByItsTimestamp() throws Exception {
    sameAsPlainHBase(
        (table, compaction) -> {
          put(table, 42);
          awaitNextMillisecond();
          put(table, 43);
          compaction.run();
          deleteNewest(table);
        });
  }

  @Test
  void aVersionThatWasNotCompactedComesBackWhenTheNewestIsDeletedByItsTimestamp() throws Exception {
    sameAsPlainHBase(
        (table, compaction) -> {
          put(table, 42);
          awaitNextMillisecond();
          put(table, 43);
          deleteNewest(table);
        });
  }

  @Test
  void aCompactedVersionDoesNotComeBackWhenTheNewestExpires() throws Exception {
    sameAsPlainHBase(
        (table, compaction) -> {
          long timeToLiveMs = 6_000;
          boolean isCompactedInTime = false;
          while (!isCompactedInTime) {
            put(table, 42);
            table.put(number(43).setTTL(timeToLiveMs));
            compaction.run();
            isCompactedInTime = Long.valueOf(43).equals(read(table));
            assertThat(timeToLiveMs).as("ms in which a compaction ends").isLessThan(200_000);
            timeToLiveMs *= 4;
          }
          await("the newest has expired")
              .atMost(Duration.ofMinutes(5))
              .until(() -> !Long.valueOf(43).equals(read(table)));
        });
  }

  /** Does the same on the three clouds and on plain HBase, and compares what is there then. */
  private void sameAsPlainHBase(Calls calls) throws Exception {
    TableName table = TableName.valueOf(name);
    try (Connection plain = clusters.baseline();
        TableOnBoth both = new TableOnBoth(table, plain, connection)) {
      Numbered.create(plain, name);
      Numbered.create(connection, name);
      try (CloudTable baseline = new CloudTable(plain, table);
          Table bare = plain.getTable(table);
          Table safe = both.safe().getTable(table);
          Admin admin = both.safe().getAdmin()) {
        calls.on(bare, baseline::compact);
        calls.on(
            safe,
            () -> {
              admin.flush(table);
              admin.majorCompact(table);
              awaitCompactions(table);
            });
        assertThat(read(safe)).as("what the three clouds answer").isEqualTo(read(bare));
      }
    }
  }

  private void awaitCompactions(TableName table) throws IOException {
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, table)) {
        cloud.awaitCompaction();
      }
    }
  }

  private static void deleteNewest(Table table) throws IOException {
    Get get = new Get(Bytes.toBytes(Numbered.row(1))).addColumn(Numbered.FAMILY, Numbered.NUMBER);
    Cell newest = table.get(get).rawCells()[0];
    table.delete(
        new Delete(get.getRow())
            .addColumn(Numbered.FAMILY, Numbered.NUMBER, newest.getTimestamp()));
  }

  /** HBase gives two puts of one millisecond one timestamp. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() == now) {
      Thread.onSpinWait();
    }
  }

  private static void put(Table table, long number) throws IOException {
    table.put(number(number));
  }

  private static Put number(long number) {
    return new Put(Bytes.toBytes(Numbered.row(1)))
        .addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(number));
  }

  private static Long read(Table table) throws IOException {
    Result row = table.get(new Get(Bytes.toBytes(Numbered.row(1))));
    return row.containsColumn(Numbered.FAMILY, Numbered.NUMBER) ? Numbered.number(row) : null;
  }

  @Test
  void aDeleteThatFailsOnOneCloudSaysSoAndReadsAgreeAfterwards() throws Exception {
    Numbered numbered = Numbered.create(connection, name);
    numbered.write(1, 42);
    try (Connection impatient = clusters.impatient()) {
      Numbered again = new Numbered(impatient, numbered.name());
      assertThat(again.find(1)).as("read once, so that it knows the table").hasValue(42);
      clusters.require("stop", "1");
      Throwable failure;
      try {
        failure = catchThrowable(() -> again.delete(1));
      } finally {
        clusters.restore();
      }
      assertThat(failure)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cloud 1")
          .hasMessageContaining("what was to be deleted is gone all the same");

      await("the row can be read again")
          .atMost(Duration.ofMinutes(5))
          .ignoreExceptions()
          .untilAsserted(() -> numbered.find(1));
      OptionalLong first = numbered.find(1);
      assertThat(first).isEqualTo(OptionalLong.empty());
      for (int party = 0; party < 3; party++) {
        try (CloudTable cloud = clusters.cloud(party, numbered.name())) {
          cloud.compact();
        }
        assertThat(numbered.find(1)).as("once cloud %d was compacted", party).isEqualTo(first);
      }
    }
    numbered.write(1, 43);
    assertThat(numbered.find(1)).hasValue(43);
  }

  /** Calls of an application that knows nothing of this project. */
  @FunctionalInterface
  private interface Calls {
    void on(Table table, Compaction compaction) throws IOException;
  }

  /** A flush and a major compaction, which have ended when it returns. */
  @FunctionalInterface
  private interface Compaction {
    void run() throws IOException;
  }
}

package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.client.maintenance.OrphanCleaner;
import io.dartagnan.client.maintenance.VersionPlace;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What failed writes left on some clouds: readers that meet it have it removed, and nothing else
 * with it. Half-done writes are made here with each cloud's own client, as a client that dies
 * between two clouds leaves them.
 */
@EndToEnd
@Tag("thorough")
class OrphanVersionsIT {
  private static final int WRITE_ID_AT = 4;
  private static final Duration DEADLINE = Duration.ofMinutes(5);
  private static final byte[] LEFT = Bytes.toBytes("left behind");

  private final LocalClusters clusters;

  /** Ids that no other write has; nothing depends on which they are. */
  private final Random random = new Random();

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Connection> clouds = new ArrayList<>();
  private Connection connection;
  private OrphanCleaner cleaner;
  private Numbered numbered;

  OrphanVersionsIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws IOException {
    Configuration settings = new Configuration(false);
    settings.setLong(ClientKeys.LEFTOVERS_WAIT_MS, LocalClusters.LEFTOVER_AGE.toMillis());
    connection = clusters.safe(settings);
    for (int party = 0; party < 3; party++) {
      clouds.add(clusters.cloud(party));
    }
    cleaner =
        new OrphanCleaner(cloud -> clouds.get(cloud.index()), new FanOut(threads), table -> false);
    numbered = create("leftovers");
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(connection);
    IOUtils.close(clouds.toArray(Connection[]::new));
    threads.shutdownNow();
  }

  /** A table whose regions are older than what is written to it from here. */
  private Numbered create(String name) throws IOException {
    Numbered made = Numbered.create(connection, name);
    long old = System.currentTimeMillis() + LocalClusters.LEFTOVER_AGE.toMillis();
    await().atMost(DEADLINE).until(() -> System.currentTimeMillis() > old);
    return made;
  }

  /** A write of a process that is heard of no more, with a stamp of now. */
  private final class HalfDone {
    private final Numbered in;
    private final int row;
    private final long stamp = System.currentTimeMillis();
    private final long writer = random.nextLong();
    private final long writeId = random.nextLong();

    HalfDone(Numbered in, int row) {
      this.in = in;
      this.row = row;
    }

    /** Puts cells of its own in the places of a row's newest. */
    HalfDone on(int... parties) throws IOException {
      return on(stamp, parties);
    }

    HalfDone on(long timestamp, int... parties) throws IOException {
      for (int party : parties) {
        try (CloudTable cloud = clusters.cloud(party, in.name())) {
          byte[] share = CellUtil.cloneValue(versions(cloud, 0, Numbered.NUMBER).get(0));
          Bytes.putLong(share, WRITE_ID_AT, writeId);
          Put put =
              new Put(Bytes.toBytes(Numbered.row(row)))
                  .addColumn(Numbered.FAMILY, Numbered.NUMBER, timestamp, share)
                  .addColumn(Numbered.FAMILY, Numbered.PLAIN, timestamp, LEFT);
          long schema = TableSchema.of(cloud.table().getDescriptor()).digest();
          Settlement settlement = new Settlement(writer, 0, new long[0]);
          put.setAttribute(WriteMark.ATTRIBUTE, new WriteMark(stamp, schema, settlement).encode());
          cloud.table().put(put);
        }
      }
      return this;
    }

    VersionPlace place() {
      return place(stamp);
    }

    VersionPlace place(long timestamp) {
      return new VersionPlace(
          in.name(), Bytes.toBytes(Numbered.row(row)), Numbered.FAMILY, Numbered.NUMBER, timestamp);
    }

    long stamp() {
      return stamp;
    }
  }

  /** A half-done write is made of the cells of row 0. */
  private HalfDone halfDone(Numbered in, int row) throws IOException {
    if (in.find(0).isEmpty()) {
      in.write(0, 0);
    }
    return new HalfDone(in, row);
  }

  private List<Cell> versions(CloudTable cloud, int row, byte[] qualifier) throws IOException {
    return cloud.versions(Numbered.row(row), Numbered.FAMILY, qualifier);
  }

  /** Numbers of versions that the three clouds have of a column. */
  private List<Integer> stored(Numbered in, int row, byte[] qualifier) throws IOException {
    List<Integer> stored = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, in.name())) {
        stored.add(versions(cloud, row, qualifier).size());
      }
    }
    return stored;
  }

  private Outcome clean(VersionPlace place) {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    await()
        .atMost(DEADLINE)
        .until(
            () -> {
              outcome.set(cleaner.clean(place).outcome());
              return outcome.get() != Outcome.YOUNG;
            });
    return outcome.get();
  }

  private void write(int row, long number, long timestamp) throws IOException {
    try (Table table = connection.getTable(numbered.name())) {
      table.put(
          new Put(Bytes.toBytes(Numbered.row(row)))
              .addColumn(Numbered.FAMILY, Numbered.NUMBER, timestamp, Bytes.toBytes(number)));
    }
  }

  @Test
  void aWriteWhoseClientDiedBetweenTwoCloudsIsRemovedByAReaderOfTheRow() throws Exception {
    int row = 10;
    numbered.write(row, 42);
    halfDone(numbered, row).on(0, 2);
    await()
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              assertThat(numbered.find(row)).hasValue(42);
              assertThat(stored(numbered, row, Numbered.NUMBER)).containsExactly(1, 1, 1);
              assertThat(stored(numbered, row, Numbered.PLAIN)).containsExactly(0, 0, 0);
            });
  }

  /** Rows before, between and behind those that all clouds have. */
  @Test
  void rowsThatOneCloudAloneHasAreRemovedByScans() throws Exception {
    numbered.write(21, 21);
    numbered.write(23, 23);
    for (int party = 0; party < 3; party++) {
      halfDone(numbered, 20).on(party);
      halfDone(numbered, 22).on(party);
      Scan scan =
          new Scan()
              .withStartRow(Bytes.toBytes(Numbered.row(20)))
              .withStopRow(Bytes.toBytes(Numbered.row(24)));
      await()
          .atMost(DEADLINE)
          .untilAsserted(
              () -> {
                assertThat(numbered.scan(scan)).hasSize(2);
                assertThat(stored(numbered, 20, Numbered.NUMBER)).containsExactly(0, 0, 0);
                assertThat(stored(numbered, 22, Numbered.NUMBER)).containsExactly(0, 0, 0);
              });
    }
  }

  @Test
  void whatADeleteOfOneCloudLeftOnTheOthersIsRemoved() throws Exception {
    int row = 30;
    numbered.write(row, 42);
    try (CloudTable cloud = clusters.cloud(1, numbered.name())) {
      Delete delete = new Delete(Bytes.toBytes(Numbered.row(row)));
      // As a client sends it that ends before it sends the two others.
      delete.setAttribute(
          WriteMark.ATTRIBUTE,
          new WriteMark(
                  System.currentTimeMillis(),
                  TableSchema.of(cloud.table().getDescriptor()).digest(),
                  new Settlement(random.nextLong(), 0, new long[0]))
              .encode());
      cloud.table().delete(delete);
    }
    await()
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              assertThat(numbered.find(row)).isEmpty();
              assertThat(stored(numbered, row, Numbered.NUMBER)).containsExactly(0, 0, 0);
              assertThat(stored(numbered, row, Numbered.TEXT)).containsExactly(0, 0, 0);
            });
    numbered.write(row, 43);
    assertThat(numbered.find(row)).hasValue(43);
  }

  @Test
  void aVersionThatIsCompleteAfterAllStays() throws Exception {
    int row = 40;
    HalfDone write = halfDone(numbered, row).on(0, 2);
    write.on(1);
    assertThat(clean(write.place())).isEqualTo(Outcome.COMPLETE);
    assertThat(numbered.find(row)).isPresent();
  }

  /** The row was read when the first write was half-done; the other one came later. */
  @Test
  void anotherWriteAtTheSameTimestampStays() throws Exception {
    int row = 50;
    HalfDone write = halfDone(numbered, row).on(0);
    write(row, 42, write.stamp());
    assertThat(clean(write.place())).isEqualTo(Outcome.COMPLETE);
    assertThat(numbered.find(row)).hasValue(42);
  }

  @Test
  void whatTheApplicationPutsLaterAtATimestampOfItsOwnIsSeen() throws Exception {
    int row = 60;
    long timestamp = 2_000;
    HalfDone write = halfDone(numbered, row).on(timestamp, 0);
    assertThat(clean(write.place(timestamp))).isEqualTo(Outcome.KEPT);
    write(row, 42, timestamp);
    assertThat(numbered.find(row)).hasValue(42);
  }

  /** The two others hold what it is repaired from. */
  @Test
  void versionsOfATableThatOneCloudLostStay() throws Exception {
    Numbered lost = create("leftovers-lost");
    HalfDone unsettled = halfDone(lost, 1).on(0, 1, 2);
    VersionPlace settled = new HalfDone(lost, 0).place();
    try (CloudTable cloud = clusters.cloud(0, lost.name())) {
      settled = VersionPlace.of(lost.name(), versions(cloud, 0, Numbered.NUMBER).get(0));
    }
    try (CloudTable cloud = clusters.cloud(2, lost.name())) {
      cloud.admin().disableTable(lost.name());
      cloud.admin().truncateTable(lost.name(), false);
    }
    assertThat(clean(unsettled.place())).isEqualTo(Outcome.KEPT);
    assertThat(clean(settled)).isEqualTo(Outcome.KEPT);
    assertThat(stored(lost, 0, Numbered.NUMBER)).containsExactly(1, 1, 0);
    assertThat(stored(lost, 1, Numbered.NUMBER)).containsExactly(1, 1, 0);
  }

  /** It knows that it may lack what came after its copy was made. */
  @Test
  void versionsThatARestoredCloudLacksStay() throws Exception {
    Numbered restored = create("leftovers-restored");
    List<VersionPlace> lacking = new ArrayList<>();
    try (CloudTable cloud = clusters.cloud(2, restored.name())) {
      cloud.rollBack(
          () -> {
            restored.write(0, 2);
            try (CloudTable other = clusters.cloud(0, restored.name())) {
              lacking.add(
                  VersionPlace.of(restored.name(), versions(other, 0, Numbered.NUMBER).get(0)));
            }
            lacking.add(halfDone(restored, 1).on(0, 1, 2).place());
          });
    }
    for (int row = 0; row < 2; row++) {
      assertThat(clean(lacking.get(row))).isEqualTo(Outcome.KEPT);
      for (int party = 0; party < 2; party++) {
        try (CloudTable cloud = clusters.cloud(party, restored.name())) {
          assertThat(versions(cloud, row, Numbered.NUMBER).get(0).getTimestamp())
              .isEqualTo(lacking.get(row).timestamp());
        }
      }
    }
  }
}

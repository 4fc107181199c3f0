package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.aggregate.PrivateAggregation;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.Place;
import io.dartagnan.client.keys.ValueTags;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.DeleteTags;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
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

/** Tables of suite {@code verified} whose values carry tags, and their keys. */
@EndToEnd
@Tag("thorough")
class TaggedTableIT {
  private static final int ROWS = 300;
  private static final Duration DEADLINE = Duration.ofMinutes(3);

  @TempDir private static Path folder;

  private final LocalClusters clusters;
  private ClientsWithKeys clients;
  private Connection connection;

  TaggedTableIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void connect() throws Exception {
    clients = new ClientsWithKeys(clusters, folder);
    Commands.Ended made = clients.dartagnan("keys", "create", clients.key("key").toString());
    assertThat(made.output()).contains("set dartagnan.client.key.file to it");
    assertThat(clusters.dartagnan("keys", "create", clients.key("key").toString()).errors())
        .contains("is there already");
    connection = connect("key");
  }

  @AfterAll
  void close() throws IOException {
    IOUtils.close(connection);
  }

  private Connection connect(String key) throws IOException {
    return clients.connect(key, 8_000);
  }

  private Numbered create(String name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Numbered.FAMILY))
              .setValue("dartagnan.suite", "verified")
              .setValue("dartagnan.tag", "hmac-sha256")
              .setValue("dartagnan.column.f:number", "replicated int64")
              .setValue("dartagnan.column.f:text", "replicated string(12)")
              .setValue("dartagnan.column.f:plain", "plain")
              .build());
    }
    return new Numbered(connection, TableName.valueOf(name));
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static void requireAll(Numbered table) throws IOException {
    assertThat(table.scan(new Scan()).stream().map(Numbered::number).toList())
        .isEqualTo(numbers(0, ROWS));
    assertThat(table.numbers(CompareOperator.LESS, 20)).isEqualTo(numbers(0, 20));
    assertThat(table.read(7)).isEqualTo(7);
  }

  @Test
  void theCommandLineMakesSuchATableAndChangesItsKeys() throws Exception {
    Path file = folder.resolve("people.csv");
    Files.writeString(file, "id,age\na,30\nb,40\nc,50\n");
    String conf = clients.conf("key").toString();
    clients.dartagnan(
        "import",
        file.toString(),
        "--table=tagged-people",
        "--suite=verified",
        "--tags",
        "--column=age=replicated int64",
        "--conf=" + conf);
    assertThat(clients.dartagnan("tables", "--json").output())
        .contains("\"table\":\"tagged-people\"", "replicated-xor int64 with tags");
    String older = "age > 35";
    assertThat(
            clients.dartagnan("scan", "tagged-people", "--where", older, "--conf", conf).output())
        .contains("40", "50")
        .doesNotContain("30");
    assertThat(clients.dartagnan("keys", "rotate", "tagged-people", "--conf", conf).output())
        .contains("table tagged-people uses key 2", "key 1, made ", "key 2, made ");
    assertThat(clients.dartagnan("get", "tagged-people", "a", "--conf", conf).output())
        .contains("30");

    clients.dartagnan("keys", "create", clients.key("next").toString());
    clients.dartagnan(
        "keys", "wrap", "tagged-people", "--under", clients.key("next").toString(), "--conf", conf);
    assertThat(clusters.dartagnan("get", "tagged-people", "a", "--conf", conf).errors())
        .contains("are encrypted under key " + KeyFile.read(clients.key("next")).id());
    String next = clients.conf("next").toString();
    assertThat(clients.dartagnan("get", "tagged-people", "a", "--conf", next).output())
        .contains("30");
    assertThat(
            clients.dartagnan("keys", "show", "tagged-people", "--json", "--conf", next).output())
        .contains("\"inUse\":2");
    clients.dartagnan("drop", "tagged-people", "--yes");
  }

  @Test
  void aClientWithoutTheKeyNeitherReadsNorWritesItsValues() throws IOException {
    Numbered table = create("tagged-without").load(ROWS);
    try (Connection without = clusters.safe()) {
      Numbered same = new Numbered(without, table.name());
      assertThatThrownBy(() -> same.read(7))
          .hasMessageContaining("set dartagnan.client.key.file to the file with key ");
      assertThatThrownBy(() -> same.write(7, 8))
          .hasMessageContaining("set dartagnan.client.key.file to the file with key ");
    }
    requireAll(table);
  }

  @Test
  void keysAreRotatedWhileTwoClientsWriteAndRead() throws Exception {
    Numbered table = create("tagged-rotated").load(ROWS);
    try (Connection other = connect("key")) {
      Numbered read = new Numbered(other, table.name());
      requireAll(read);
      ClientsWithKeys.rotateWhile(
          connection,
          table.name(),
          () -> requireAll(read),
          () -> {
            // Each with the key that is in use.
            try (Connection writer = connect("key")) {
              new Numbered(writer, table.name()).load(ROWS);
            }
          });
    }
  }

  /** Regions refuse what is tagged under the keys of the table before. */
  @Test
  void anOpenConnectionTakesTheKeysOfATableThatIsMadeAnew() throws Exception {
    Numbered table = create("tagged-anew").load(ROWS);
    try (Connection other = connect("key")) {
      Numbered open = new Numbered(other, table.name());
      requireAll(open);
      clients.dartagnan("drop", table.name().getNameAsString(), "--yes");
      create(table.name().getNameAsString());
      open.load(ROWS);
      requireAll(open);
    }
    try (Connection fresh = connect("key")) {
      requireAll(new Numbered(fresh, table.name()));
    }
  }

  /** Connections that are open write under them. */
  @Test
  void keysThatWereMadeSinceASnapshotStayWhenItIsRestored() throws Exception {
    Numbered table = create("tagged-restored").load(ROWS);
    try (Admin admin = connection.getAdmin();
        TableKeysChange keys = TableKeysChange.over(connection)) {
      admin.snapshot("tagged-before", table.name());
      keys.rotate(table.name());
      try (Connection later = connect("key")) {
        Numbered open = new Numbered(later, table.name());
        open.write(7, 70);
        admin.disableTable(table.name());
        admin.restoreSnapshot("tagged-before");
        admin.enableTable(table.name());
        assertThat(keys.of(table.name()).newest()).isEqualTo(2);
        assertThat(open.read(7)).isEqualTo(7);
        open.write(7, 71);
        open.write(7, 7);
      }
      admin.cloneSnapshot("tagged-before", TableName.valueOf("tagged-cloned"));
      requireAll(new Numbered(connection, TableName.valueOf("tagged-cloned")));
      admin.deleteSnapshot("tagged-before");
    }
    try (Connection fresh = connect("key")) {
      requireAll(new Numbered(fresh, table.name()));
    }
  }

  /**
   * Before it asks for a flush, a client tells the clouds what is settled: givers keep the rest.
   */
  private void settle(Numbered table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table.name());
    }
  }

  @Test
  void whatACloudHasLostIsRebuiltWithItsTags() throws Exception {
    Numbered table = create("tagged-lost").load(ROWS);
    settle(table);
    for (Party lost : Party.ALL) {
      try (CloudTable bare = clusters.cloud(lost.index(), table.name())) {
        bare.admin().disableTable(table.name());
        bare.admin().truncateTable(table.name(), false);
      }
      TableRepair.over(connection).run(lost, table.name(), false, TableRepair.Listener.NOBODY);
      requireAll(table);
      assertThat(isGiven(stored(table, lost, 7))).as("it is confirmed").isFalse();
    }
  }

  /** Readers have passed over it, and it must not come back, unless somebody repairs the cloud. */
  @Test
  void whatWasNotMadeDurableIsNotRebuiltUnasked() throws Exception {
    Numbered table = create("tagged-fleeting").load(ROWS);
    byte[] row = Bytes.toBytes(Numbered.row(7));
    byte[] text = Bytes.toBytes("is durable");
    try (CloudTable cloud = clusters.cloud(2, table.name())) {
      cloud.rollBack(
          () -> {
            try (Table safe = connection.getTable(table.name());
                Admin admin = connection.getAdmin()) {
              safe.put(
                  new Put(row)
                      .addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(70L))
                      .setDurability(Durability.SKIP_WAL));
              safe.put(new Put(row).addColumn(Numbered.FAMILY, Numbered.TEXT, text));
              // Before it asks for a flush, a client tells the clouds what is settled.
              admin.flush(table.name());
            }
          });
      int before = cloud.versions(Numbered.row(7), Numbered.FAMILY, Numbered.TEXT).size();
      await()
          .atMost(DEADLINE)
          .untilAsserted(
              () -> {
                requireAll(table);
                assertThat(cloud.versions(Numbered.row(7), Numbered.FAMILY, Numbered.TEXT))
                    .hasSizeGreaterThan(before);
              });
      assertThat(cloud.versions(Numbered.row(7), Numbered.FAMILY, Numbered.NUMBER)).hasSize(1);
    }
    requireAll(table);

    TableRepair.over(connection).run(Party.P2, table.name(), false, TableRepair.Listener.NOBODY);
    assertThat(table.read(7)).isEqualTo(70);
  }

  private static boolean isGiven(Cell stored) {
    return ShareCell.isGiven(stored, Protection.parse("replicated int64").tagged());
  }

  private Cell stored(Numbered table, Party cloud, int row) throws IOException {
    try (CloudTable on = clusters.cloud(cloud.index(), table.name())) {
      return on.versions(Numbered.row(row), Numbered.FAMILY, Numbered.NUMBER).get(0);
    }
  }

  /** Puts a value in the place of the one that a cloud has, as a write that is settled. */
  private void store(Numbered table, Party cloud, int row, long timestamp, byte[] value)
      throws IOException {
    try (CloudTable on = clusters.cloud(cloud.index(), table.name())) {
      Put put = new Put(Bytes.toBytes(Numbered.row(row)));
      put.addColumn(Numbered.FAMILY, Numbered.NUMBER, timestamp, value);
      long stamp = System.currentTimeMillis();
      long writer = System.nanoTime();
      on.table().put(marked(put, on, stamp, writer));
      byte[] settled = new Settlement(writer, stamp, new long[0]).encode();
      on.table().get(new Get(put.getRow()).setAttribute(Settlement.ATTRIBUTE, settled));
    }
  }

  /** Also where it answers as if it had given what it was given. No cloud computes with it. */
  @Test
  void whatAGiverAltersIsToldFromWhatWasWritten() throws Exception {
    Numbered table = create("tagged-given").load(ROWS);
    settle(table);
    Party lost = Party.P2;
    Party giver = Party.P1;
    Cell honest = stored(table, giver, 7);
    byte[] altered = CellUtil.cloneValue(honest);
    altered[ShareCell.HEADER_BYTES + Long.BYTES] ^= 1;
    store(table, giver, 7, honest.getTimestamp(), altered);
    assertThat(table.read(7)).isEqualTo(7);
    try (CloudTable bare = clusters.cloud(lost.index(), table.name())) {
      bare.admin().disableTable(table.name());
      bare.admin().truncateTable(table.name(), false);
    }
    TableRepair repair = TableRepair.over(connection);
    assertThatThrownBy(() -> repair.run(lost, table.name(), false, TableRepair.Listener.NOBODY))
        .hasMessageContaining("not all of these rows are on each cloud as they were written");
    assertThatThrownBy(() -> table.read(7)).hasMessageContaining("does not carry the tag");

    store(table, giver, 7, honest.getTimestamp(), CellUtil.cloneValue(honest));
    assertThat(isGiven(stored(table, lost, 7))).isTrue();
    assertThat(isGiven(stored(table, lost, 8))).isFalse();
    requireAll(table);
    assertThat(table.numbers(CompareOperator.EQUAL, 7)).containsExactly(7L);
    assertThat(table.numbers(CompareOperator.GREATER_OR_EQUAL, ROWS)).isEmpty();
    assertThat(table.numbers(CompareOperator.LESS, 0)).isEmpty();
    PrivateAggregation aggregation = PrivateAggregation.over(connection);
    assertThat(aggregation.count(table.name(), Numbered.where(CompareOperator.EQUAL, 7)))
        .isEqualTo(1);
    assertThat(clusters.dartagnan("verify", table.name().getNameAsString()).output())
        .contains("was given the version of");

    repair.run(lost, table.name(), false, TableRepair.Listener.NOBODY);
    assertThat(isGiven(stored(table, lost, 7))).isFalse();
    requireAll(table);
  }

  /** It was decided, or refused: it is neither shown nor passed over until the row is written. */
  @Test
  void anAtomicDeleteOfOneCloudIsInDoubt() throws Exception {
    Numbered table = create("tagged-delete").load(ROWS);
    for (int deleting = 0; deleting < 3; deleting++) {
      int row = deleting;
      long stamp = System.currentTimeMillis();
      byte[] key = Bytes.toBytes(Numbered.row(row));
      try (CloudTable cloud = clusters.cloud(deleting, table.name())) {
        Delete delete = new Delete(key).addFamily(Numbered.FAMILY, stamp);
        ValueTags tags = tags(table);
        DeleteTags.putOn(
            delete,
            marker ->
                tags.ofDelete(
                    new Place(key, Numbered.FAMILY, new byte[0], stamp),
                    marker.getType().getCode()));
        cloud.table().delete(marked(delete, cloud, stamp));
      }
      String cloud = "cloud " + deleting;
      assertThatThrownBy(() -> table.find(row))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(cloud + " lacks the version at");
      table.write(row, 4);
      assertThat(table.read(row)).isEqualTo(4);
    }
  }

  /** Its client died: it is done where two clouds have done it, and not where one has. */
  @Test
  void aDeleteOfOneCloudIsNoneAndOfTwoIsOne() throws Exception {
    Numbered table = create("tagged-half").load(ROWS + 1);
    // A later write of the process tells the clouds that the earlier ones are settled.
    table.write(ROWS, ROWS);
    for (int row = 0; row < 3; row++) {
      deleteOn(table, row, row);
      deleteOn(table, ROWS, row);
      assertThat(table.read(row)).isEqualTo(row);
      assertThat(table.find(ROWS).isPresent()).isEqualTo(row == 0);
      assertThat(table.numbers(CompareOperator.LESS, 20)).isEqualTo(numbers(0, 20));
    }
    requireAll(table);
  }

  private void deleteOn(Numbered table, int row, int cloud) throws IOException {
    try (CloudTable on = clusters.cloud(cloud, table.name())) {
      Delete delete = new Delete(Bytes.toBytes(Numbered.row(row)));
      on.table().delete(marked(delete, on, System.currentTimeMillis()));
    }
  }

  private ValueTags tags(Numbered table) throws IOException {
    try (TableKeysChange keys = TableKeysChange.over(connection)) {
      return new ValueTags(keys.of(table.name()));
    }
  }

  /** A write as a client sends it that is heard of no more. */
  private static <T extends Mutation> T marked(T write, CloudTable cloud, long stamp)
      throws IOException {
    return marked(write, cloud, stamp, System.nanoTime());
  }

  private static <T extends Mutation> T marked(T write, CloudTable cloud, long stamp, long writer)
      throws IOException {
    long schema = TableSchema.of(cloud.table().getDescriptor()).digest();
    Settlement settlement = new Settlement(writer, 0, new long[0]);
    write.setAttribute(WriteMark.ATTRIBUTE, new WriteMark(stamp, schema, settlement).encode());
    return write;
  }

  /** The two others give the third what it lacks, once it can be under way no more. */
  @Test
  void aPutWhoseClientDiedIsFinished() throws Exception {
    Numbered table = create("tagged-put").load(ROWS);
    long stamp = System.currentTimeMillis();
    byte[] key = Bytes.toBytes(Numbered.row(9));
    byte[] value = Bytes.toBytes(99L);
    StoredValue half = stored(table, stamp, key, value);
    for (int cloud = 0; cloud < 2; cloud++) {
      try (CloudTable on = clusters.cloud(cloud, table.name())) {
        Put put =
            new Put(key)
                .addColumn(Numbered.FAMILY, Numbered.NUMBER, stamp, half.on(Party.of(cloud), 77));
        on.table().put(marked(put, on, stamp));
      }
    }
    await()
        .atMost(DEADLINE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(table.read(9)).isEqualTo(99));
    for (int cloud = 0; cloud < 3; cloud++) {
      try (CloudTable on = clusters.cloud(cloud, table.name())) {
        assertThat(on.versions(Numbered.row(9), Numbered.FAMILY, Numbered.NUMBER).get(0))
            .satisfies(cell -> assertThat(cell.getTimestamp()).isEqualTo(stamp));
      }
    }
  }

  private StoredValue stored(Numbered table, long timestamp, byte[] row, byte[] value)
      throws IOException {
    BatchDealer dealer = new BatchDealer();
    StoredValue shares =
        SharedProtection.replicatedXor(ValueType.INT64).tagged().store(value, dealer);
    dealer.deal(new SecureRandom());
    return tags(table)
        .on(shares, new Place(row, Numbered.FAMILY, Numbered.NUMBER, timestamp), value);
  }

  /** Their tags show what one of the two would have altered. */
  @Test
  void readsGoOnWithTwoClouds() throws Exception {
    Numbered table = create("tagged-two").load(ROWS);
    requireAll(table);
    try {
      clusters.require("stop", "1");
      assertThat(table.read(7)).isEqualTo(7);
      assertThat(table.scan(new Scan()).stream().map(Numbered::number).toList())
          .isEqualTo(numbers(0, ROWS));
    } finally {
      clusters.require("start", "1");
    }
  }
}

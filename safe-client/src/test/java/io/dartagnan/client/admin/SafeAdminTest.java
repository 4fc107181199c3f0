package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.PassedTables;
import io.dartagnan.client.rpc.TableCatalogue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.snapshot.SnapshotDoesNotExistException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SafeAdminTest {
  private static final TableName NAME = Tables.DECLARED.getTableName();

  private final MemoryAdmins clouds = new MemoryAdmins().with(Tables.DECLARED);
  private final List<TableName> told = new ArrayList<>();
  private SafeConnection connection;
  private Admin admin;

  @BeforeEach
  void open() throws IOException {
    connection =
        MemoryConnection.open(List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud()));
    admin = configured(new Configuration(false));
  }

  private Admin configured(Configuration configuration) {
    return SafeAdmin.over(
        connection,
        clouds.byCloud(),
        clouds.fanOut,
        new TableCatalogue(
            table -> {
              throw new AssertionError("nothing reads schemas");
            }),
        new PassedTables(
            ConfiguredSchemas.of(configuration),
            (cloud, table) -> clouds.byCloud().get(cloud.index()).getDescriptor(table)),
        told::add);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
    clouds.close();
  }

  @Test
  void aDeleteThatEndsHalfWaySaysWhereItIsDoneAndIsFinishedByRepeatingIt() throws IOException {
    clouds.clouds.get(1).failing.add("deleteTable");

    assertThatThrownBy(() -> admin.deleteTable(NAME))
        .hasMessage(
            "cloud 1 failed: the master is away; deleteTable is done on cloud 0 and cloud 2 alone;"
                + " call deleteTable again to finish it, which leaves alone what is done already");
    clouds.clouds.get(1).failing.clear();
    admin.deleteTable(NAME);

    assertThat(clouds.clouds).allMatch(cloud -> cloud.tables.isEmpty());
  }

  @Test
  void theStoreFilesOfATableAreTrackedAlikeOnAllClouds() throws IOException {
    admin.modifyTableStoreFileTracker(NAME, "FILE");
    admin.modifyColumnFamilyStoreFileTracker(NAME, Tables.FAMILY, "DEFAULT");

    assertThat(clouds.clouds)
        .allSatisfy(
            cloud ->
                assertThat(cloud.changes)
                    .contains("modifyTableStoreFileTracker", "modifyColumnFamilyStoreFileTracker"));
  }

  @Test
  void cloudsHearOfSettledWritesBeforeTheyRewriteATable() throws IOException {
    clouds.clouds.forEach(cloud -> cloud.failing.add("flush"));

    assertThatThrownBy(() -> admin.flush(NAME)).hasMessageContaining("the master is away");
    assertThat(told).containsExactly(NAME);
    admin.disableTable(NAME);
    assertThat(told).as("a region is flushed when it closes").containsExactly(NAME, NAME);
    admin.deleteTable(NAME);
    assertThat(told).hasSize(2);
  }

  @Test
  void aDisableThatEndsHalfWayCanBeUndone() {
    clouds.clouds.get(0).failing.add("disableTable");

    assertThatThrownBy(() -> admin.disableTable(NAME))
        .hasMessageEndingWith("or enableTable to undo it");
  }

  @Test
  void aSnapshotThatOneCloudCannotTakeIsDeletedOnTheOthers() throws IOException {
    clouds.clouds.get(2).failing.add("snapshot");

    assertThatThrownBy(() -> admin.snapshot("s", NAME))
        .hasMessage(
            "cloud 2 failed: the master is away; snapshot s was not created: it was removed again"
                + " from cloud 0, it was removed again from cloud 1");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.snapshots.isEmpty());
    clouds.clouds.get(2).failing.clear();

    admin.snapshot("s", NAME);
    assertThat(admin.listSnapshots())
        .singleElement()
        .extracting(SnapshotDescription::getName)
        .isEqualTo("s");
    clouds.clouds.get(0).snapshots.clear();
    admin.deleteSnapshot("s");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.snapshots.isEmpty());
    assertThatThrownBy(() -> admin.deleteSnapshot("s"))
        .isInstanceOf(SnapshotDoesNotExistException.class);
  }

  @Test
  void snapshotsThatNotAllCloudsHaveAreNamed() {
    clouds.clouds.get(1).snapshots.putAll(Map.of("s", NAME));

    assertThatThrownBy(() -> admin.listSnapshots())
        .hasMessage(
            "cloud 1 differs from the two others on listSnapshots(): [s of t] there, [] on them");
  }

  @Test
  @SuppressWarnings("deprecation") // Programs of HBase 1 ask for HTableDescriptor.
  void descriptorsOfEitherKindAreAsTheApplicationDeclaredThem() throws IOException {
    assertThat(admin.getDescriptor(NAME)).isEqualTo(Tables.DECLARED);
    assertThat(admin.getTableDescriptor(NAME))
        .isEqualTo(new org.apache.hadoop.hbase.HTableDescriptor(Tables.DECLARED));
    assertThatThrownBy(() -> admin.getTableDescriptor(TableName.valueOf("none")))
        .isInstanceOf(org.apache.hadoop.hbase.TableNotFoundException.class);
  }

  @Test
  void aTableThatOneCloudHasAloneIsThatCloudsAffair() throws IOException {
    Configuration configuration = new Configuration(false);
    configuration.set("dartagnan.schema.open*.passed", "1");
    Admin passing = configured(configuration);
    TableDescriptor open =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("open-data"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build();

    passing.createTable(open);

    assertThat(clouds.clouds)
        .extracting(cloud -> cloud.tables.get(open.getTableName()))
        .as("as it was given, without versions beyond")
        .containsExactly(null, open, null);
    assertThat(passing.getDescriptor(open.getTableName())).isEqualTo(open);
    assertThat(passing.listTableNames()).containsExactly(NAME, open.getTableName());
    assertThat(passing.listTableDescriptors()).containsExactly(Tables.DECLARED, open);
    assertThatThrownBy(() -> admin.listTableNames())
        .as("for who does not know it")
        .hasMessageContaining("cloud 1 differs from the two others");
    passing.snapshot("s", open.getTableName());
    assertThat(passing.listSnapshots()).hasSize(1);
    passing.deleteSnapshot("s");
    passing.disableTable(open.getTableName());
    passing.deleteTable(open.getTableName());
    assertThat(passing.listTableNames()).containsExactly(NAME);
    assertThatThrownBy(() -> passing.cloneTableSchema(NAME, open.getTableName(), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not on the same clouds");
    assertThat(clouds.clouds.get(0).changes).isEmpty();
  }

  @Test
  void aTableThatDeclaresProtectionIsNotPassedToOneCloud() {
    Configuration configuration = new Configuration(false);
    configuration.set("dartagnan.schema.*.passed", "2");
    Admin passing = configured(configuration);

    assertThatThrownBy(() -> passing.disableTable(NAME))
        .as("it is there")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table t declares how it is protected");
    assertThatThrownBy(
            () ->
                passing.createTable(
                    TableDescriptorBuilder.newBuilder(TableName.valueOf("new"))
                        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                        .setValue("dartagnan.default", "plain")
                        .build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table new declares how it is protected");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void aFutureHasEndedWhenItIsReturned() throws Exception {
    Future<Void> deleted = admin.deleteTableAsync(NAME);

    assertThat(deleted).isDone();
    deleted.get();
    assertThat(clouds.clouds).allMatch(cloud -> cloud.tables.isEmpty());
    assertThat(admin.deleteTableAsync(NAME))
        .as("there is none any more")
        .failsWithin(java.time.Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(org.apache.hadoop.hbase.TableNotFoundException.class);
  }

  /** HBase's Thrift gateway asks for a table's compaction so, and goes on where it is told so. */
  @Test
  void aTablesNameInThePlaceOfARegionsIsAnIllegalArgument() {
    assertThatThrownBy(() -> admin.compactRegion(Bytes.toBytes("t")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("compactRegion(t) names no region");
    for (String region :
        List.of(
            "t,,1795350640722.4caf380d2d708893bd97177505406e4c.",
            "4caf380d2d708893bd97177505406e4c")) {
      assertThatThrownBy(() -> admin.majorCompactRegion(Bytes.toBytes(region)))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("use the method that takes the table");
    }
  }

  @Test
  void regionsMustBeReopenedByAChangeOfTheSchema() {
    assertThatThrownBy(() -> admin.modifyTable(Tables.DECLARED, false))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("read a table's schema when its regions open");
  }

  @Test
  @SuppressWarnings("deprecation") // Programs of HBase 1 name the table beside its descriptor.
  void aTableIsNotGivenTheDescriptorOfAnother() {
    assertThatThrownBy(
            () ->
                admin.modifyTable(
                    TableName.valueOf("other"),
                    TableDescriptorBuilder.newBuilder(Tables.DECLARED).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("they must be one");
  }
}

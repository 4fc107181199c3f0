package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableCreationTest {
  private static final TableName NAME = Tables.DECLARED.getTableName();

  private final MemoryAdmins clouds = new MemoryAdmins();
  private TableCreation.Check check = (cloud, table) -> {};

  @AfterEach
  void stop() {
    clouds.close();
  }

  @Test
  void aProtocolSuiteThatIsInstalledReachesAllThreeClouds() throws IOException {
    for (String suite : List.of("araki", "bogdanov")) {
      create(withSuite(suite));

      assertThat(clouds.clouds)
          .allSatisfy(
              cloud ->
                  assertThat(TableSchema.of(cloud.tables.remove(NAME)).suite()).contains(suite));
    }
  }

  @Test
  void theSuiteThatATableGetsByDefaultStandsInItsDescriptor() throws IOException {
    for (TableDescriptor declared :
        List.of(replicated().build(), Tables.DECLARED, Tables.plainOf(null))) {
      create(declared);

      String suite = declared.equals(replicated().build()) ? "verified" : null;
      assertThat(clouds.clouds)
          .allSatisfy(
              cloud ->
                  assertThat(
                          InnerDescriptor.declared(cloud.tables.remove(NAME))
                              .getValue("dartagnan.suite"))
                      .isEqualTo(suite));
    }
    create(replicated().setValue("dartagnan.suite", "araki").build());
    assertThat(clouds.clouds)
        .allSatisfy(
            cloud ->
                assertThat(cloud.tables.get(NAME).getValue("dartagnan.suite")).isEqualTo("araki"));
  }

  private static TableDescriptorBuilder replicated() {
    return Tables.tagged().setValue("dartagnan.tag", null);
  }

  @Test
  void aProtocolSuiteThatDoesNotComputeOnTheColumnsIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> create(withSuite("verified")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("suite 'verified' computes on replicated-xor shares")
        .hasMessageContaining("'additive int64'");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void aProtocolSuiteThatIsNotInstalledIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> create(withSuite("bogdanow")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the schema of table t cannot be used: 'dartagnan.suite': protocol suite 'bogdanow' is"
                + " not installed; installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet()));
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void settingsUnderWhichTheCloudsCannotAgreeAreRefusedAllAtOnceBeforeAnythingIsSent() {
    TableDescriptor refused =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Tables.FAMILY)
                    .setKeepDeletedCells(KeepDeletedCells.TTL)
                    .setNewVersionBehavior(true)
                    .setMinVersions(1)
                    .build())
            .build();

    assertThatThrownBy(() -> create(refused))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith(
            "this form of table "
                + refused.getTableName()
                + " is not supported: KEEP_DELETED_CELLS => TTL of family f")
        .hasMessageContaining("; NEW_VERSION_BEHAVIOR => true of family f")
        .hasMessageContaining("; MIN_VERSIONS => 1 of family f");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void aCloudThatFailsLeavesNoTableOnTheOthers() {
    clouds.clouds.get(1).failing.add("createTable");

    assertThatThrownBy(() -> create(Tables.DECLARED))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cloud 1 failed: the master is away; table t was not created: it was removed again from"
                + " cloud 0, it was removed again from cloud 2");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.tables.isEmpty());
  }

  @Test
  void aTableThatACloudDoesNotProtectIsRemovedAgain() {
    check =
        (cloud, table) -> {
          if (cloud == Party.P2) {
            throw new DoNotRetryIOException("region server s does not protect the table");
          }
        };
    clouds.clouds.get(0).failing.add("deleteTable");

    assertThatThrownBy(() -> create(Tables.DECLARED))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "cloud 2 failed: region server s does not protect the table; table t was not created:"
                + " it could not be removed from cloud 0, delete it there by hand (cloud 0 failed:"
                + " the master is away), it was removed again from cloud 1, it was removed again"
                + " from cloud 2");
    assertThat(clouds.clouds.get(2).tables).isEmpty();
  }

  private static TableDescriptor withSuite(String suite) {
    return TableDescriptorBuilder.newBuilder(Tables.DECLARED)
        .setValue("dartagnan.suite", suite)
        .build();
  }

  private void create(TableDescriptor declared) throws IOException {
    CloudAdmins admins = clouds.admins();
    new TableCreation(admins, (cloud, table) -> check.require(cloud, table))
        .create(declared, (cloud, inner) -> admins.on(cloud).createTable(inner));
  }
}

package io.dartagnan.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.schema.InnerDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchemaChangeTest {
  private static final TableName NAME = Tables.DECLARED.getTableName();
  private static final ColumnFamilyDescriptor G =
      ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("g")).setMaxVersions(4).build();

  private final Configuration configuration = new Configuration(false);
  private final MemoryAdmins clouds = new MemoryAdmins().with(Tables.DECLARED);
  private final TableCatalogue catalogue =
      new TableCatalogue(
          table -> clouds.clouds.stream().map(cloud -> cloud.tables.get(table)).toList());
  private SchemaChange change =
      new SchemaChange(clouds.admins(), catalogue, ConfiguredSchemas.of(configuration));

  @AfterEach
  void stop() {
    clouds.close();
  }

  @Test
  void aChangedTableIsAsDeclaredAndKeepsTheVersionsThatTheCloudsKeepBeyond() throws IOException {
    assertThat(catalogue.get(NAME).versions(Tables.FAMILY)).isEqualTo(2);
    TableDescriptor next =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .modifyColumnFamily(family(5))
            .setValue("dartagnan.column.f:new", "xor int64")
            .setValue("application's", "own")
            .build();

    change.modifyTable(next);

    assertThat(clouds.clouds)
        .allSatisfy(
            cloud -> {
              TableDescriptor inner = cloud.tables.get(NAME);
              assertThat(InnerDescriptor.declared(inner)).isEqualTo(next);
              assertThat(inner.getColumnFamily(Tables.FAMILY).getMaxVersions()).isEqualTo(8);
            });
    assertThat(catalogue.get(NAME).versions(Tables.FAMILY)).as("not remembered").isEqualTo(5);
  }

  @Test
  void theProtectionOfColumnsThatMayHoldValuesIsNotChanged() {
    TableDescriptor next =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:n", "xor int64")
            .setValue("dartagnan.column.f:s", "additive string(21)")
            .removeValue(Bytes.toBytes("dartagnan.column.f:p"))
            .build();

    assertThatThrownBy(() -> change.modifyTable(next))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the protection of columns of table t cannot be changed, since values stored before"
                + " could not be read any more: f:n is 'additive int64' and would be 'xor int64';"
                + " f:p is 'plain' and would be undeclared; f:s is 'additive string(20)' and would"
                + " be 'additive string(21)'; make another table and copy the values through the"
                + " Safe Client");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  /** A program may change the table by the descriptor by which it made it. */
  @Test
  void theSuiteOfATableStaysWhereNoneIsNamed() throws IOException {
    TableDescriptor literal = replicated(Tables.REPLICATED_NUMBER, "replicated int64").build();
    for (String suite : new String[] {"verified", "araki", "bogdanov", null}) {
      TableDescriptor there =
          TableDescriptorBuilder.newBuilder(literal).setValue("dartagnan.suite", suite).build();
      clouds.with(there);

      change.modifyTable(literal);
      assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());

      change.modifyTable(
          TableDescriptorBuilder.newBuilder(literal)
              .setValue("dartagnan.column.f:more", "replicated int64")
              .build());
      assertThat(clouds.clouds)
          .allSatisfy(
              cloud -> {
                assertThat(cloud.tables.get(NAME).getValue("dartagnan.suite")).isEqualTo(suite);
                cloud.changes.clear();
              });
    }
  }

  @Test
  void aColumnThatTheSuiteOfATableDoesNotComputeOnIsRefused() {
    TableDescriptor literal = replicated(Tables.REPLICATED_TEXT, "replicated string(20)").build();
    TableDescriptor more =
        TableDescriptorBuilder.newBuilder(literal)
            .setValue("dartagnan.column.f:more", "additive int64")
            .build();
    clouds.with(suite(literal, "verified"));

    assertThatThrownBy(() -> change.modifyTable(more))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the schema of table t cannot be used: the descriptor names no 'dartagnan.suite', and the"
                + " table keeps the one that it has: suite 'verified' computes on replicated-xor"
                + " shares, columns of table t are declared 'additive int64'; declare them"
                + " 'replicated', or choose another suite");
    assertThatThrownBy(() -> change.modifyTable(suite(more, "verified")))
        .hasMessageContaining("'dartagnan.suite': suite 'verified' computes on replicated-xor");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  /** What is stored is of one schema under both; numbers are not. */
  @Test
  void anotherSuiteThatIsNamedIsTakenWhereWhatIsStoredStaysReadable() throws IOException {
    clouds.with(
        suite(replicated(Tables.REPLICATED_TEXT, "replicated string(20)").build(), "verified"));
    change.modifyTable(
        suite(
            replicated(Tables.REPLICATED_TEXT, "replicated string(20)")
                .setValue("dartagnan.column.f:more", "additive int64")
                .build(),
            "araki"));
    assertThat(clouds.clouds)
        .allMatch(cloud -> cloud.tables.get(NAME).getValue("dartagnan.suite").equals("araki"));

    TableDescriptor number = replicated(Tables.REPLICATED_NUMBER, "replicated int64").build();
    clouds.with(suite(number, "verified"));
    assertThatThrownBy(() -> change.modifyTable(suite(number, "araki")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "f:rn is 'replicated-xor int64' and would be 'replicated int64'; make another table");
  }

  /** One cloud's descriptor, which it may show as it likes, takes no suite from a table. */
  @Test
  void aTableWhoseSuiteOneCloudShowsOtherwiseIsNotChanged() {
    TableDescriptor literal = replicated(Tables.REPLICATED_TEXT, "replicated string(20)").build();
    clouds.with(suite(literal, "verified"));
    clouds.clouds.get(1).tables.put(NAME, InnerDescriptor.of(literal));

    assertThatThrownBy(() -> change.modifyTable(literal))
        .isInstanceOf(CloudConsensus.Disagreement.class)
        .hasMessageContaining(
            "cloud 1 differs from the two others on 'dartagnan.suite' of table t");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  private static TableDescriptorBuilder replicated(byte[] qualifier, String protection) {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setColumnFamily(Tables.DECLARED.getColumnFamily(Tables.FAMILY))
        .setValue("dartagnan.column.f:" + Bytes.toString(qualifier), protection);
  }

  private static TableDescriptor suite(TableDescriptor table, String suite) {
    return TableDescriptorBuilder.newBuilder(table).setValue("dartagnan.suite", suite).build();
  }

  @Test
  void aDeclarationOfTheRestProtectsColumnsThatNobodyNamed() throws IOException {
    TableDescriptor rest =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.default", "xor string(9)")
            .build();
    change.modifyTable(rest);

    for (String key :
        List.of("dartagnan.default", "dartagnan.column.f:*", "dartagnan.column.f:x")) {
      assertThatThrownBy(
              () ->
                  change.modifyTable(
                      TableDescriptorBuilder.newBuilder(rest).setValue(key, "plain").build()))
          .as(key)
          .hasMessageContaining("is 'xor string(9)' and would be 'plain'");
    }
    change.modifyTable(
        TableDescriptorBuilder.newBuilder(rest)
            .setValue("dartagnan.column.f:x", "xor string(9)")
            .build());
  }

  /** Its blocks have no index of their rows, which families get that are changed. */
  @Test
  void aTableOfTheReleaseBeforeIsOnlyChangedWhereItIsToBe() throws IOException {
    TableDescriptor old =
        TableDescriptorBuilder.newBuilder(InnerDescriptor.of(Tables.DECLARED))
            .modifyColumnFamily(encoded(Tables.FAMILY))
            .build();
    clouds.clouds.forEach(cloud -> cloud.tables.put(NAME, old));

    ColumnFamilyDescriptor there = Tables.DECLARED.getColumnFamily(Tables.FAMILY);
    assertThatThrownBy(() -> change.addFamily(NAME, there))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThatThrownBy(() -> change.deleteFamily(NAME, Bytes.toBytes("none")))
        .isInstanceOf(InvalidFamilyOperationException.class);
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());

    change.modifyTable(
        TableDescriptorBuilder.newBuilder(Tables.DECLARED).setValue("own", "1").build());
    assertThat(clouds.clouds)
        .allSatisfy(
            cloud ->
                assertThat(cloud.tables.get(NAME).getColumnFamily(Tables.FAMILY))
                    .isEqualTo(old.getColumnFamily(Tables.FAMILY)));
  }

  private static ColumnFamilyDescriptor encoded(byte[] family) {
    return ColumnFamilyDescriptorBuilder.newBuilder(
            InnerDescriptor.of(Tables.DECLARED).getColumnFamily(family))
        .setDataBlockEncoding(DataBlockEncoding.NONE)
        .build();
  }

  @Test
  void settingsThatAreRefusedForANewTableAreRefusedLaterToo() {
    ColumnFamilyDescriptor keeping =
        ColumnFamilyDescriptorBuilder.newBuilder(Tables.FAMILY)
            .setKeepDeletedCells(KeepDeletedCells.TRUE)
            .build();

    assertThatThrownBy(() -> change.modifyFamily(NAME, keeping))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("KEEP_DELETED_CELLS => TRUE of family f");
    assertThat(clouds.clouds).allMatch(cloud -> cloud.changes.isEmpty());
  }

  @Test
  void aChangeThatEndsHalfWayIsFinishedByRepeatingIt() throws IOException {
    clouds.clouds.get(1).failing.add("modifyTable");

    assertThatThrownBy(() -> change.addFamily(NAME, G))
        .hasMessage(
            "cloud 1 failed: the master is away; the table is changed on cloud 0 and cloud 2"
                + " alone, and until the clouds agree new connections are refused it;"
                + " call addColumnFamily again to finish it, or modifyTable with the earlier"
                + " descriptor to undo it");
    clouds.clouds.get(1).failing.clear();
    change.addFamily(NAME, G);

    assertThat(changes())
        .containsExactly(List.of("modifyTable"), List.of("modifyTable"), List.of("modifyTable"));
    assertThat(catalogue.get(NAME).versions(G.getName())).isEqualTo(4);
    assertThatThrownBy(() -> change.addFamily(NAME, G))
        .isInstanceOf(InvalidFamilyOperationException.class)
        .hasMessageContaining("already exists");
  }

  @Test
  void aChangeThatEndsHalfWayIsUndoneWithTheEarlierDescriptor() throws IOException {
    clouds.clouds.get(2).failing.add("modifyTable");
    TableDescriptor next =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:new", "xor int64")
            .build();
    assertThatThrownBy(() -> change.modifyTable(next)).isInstanceOf(IOException.class);
    clouds.clouds.get(2).failing.clear();

    change.modifyTable(Tables.DECLARED);

    assertThat(clouds.clouds)
        .allMatch(cloud -> cloud.tables.get(NAME).equals(InnerDescriptor.of(Tables.DECLARED)));
    assertThat(clouds.clouds.get(2).changes).isEmpty();
  }

  @Test
  void aFamilyThatIsAddedDeclaresWhatTheConfigurationHasForIt() throws IOException {
    configuration.set("dartagnan.schema.t*.column.g:x", "xor int64");
    configuration.set("dartagnan.schema.t*.column.h:x", "xor int64");
    configuration.set("dartagnan.schema.t*.default", "plain");
    change = new SchemaChange(clouds.admins(), catalogue, ConfiguredSchemas.of(configuration));

    change.addFamily(NAME, G);

    assertThat(catalogue.get(NAME).declared())
        .isEqualTo(
            TableDescriptorBuilder.newBuilder(Tables.DECLARED)
                .setColumnFamily(G)
                .setValue("dartagnan.column.g:x", "xor int64")
                .build());
  }

  @Test
  void aFamilyGoesWithItsDeclarations() throws IOException {
    change.modifyTable(
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setColumnFamily(G)
            .setValue("dartagnan.column.g:*", "xor int64")
            .build());

    change.deleteFamily(NAME, G.getName());

    assertThat(clouds.clouds)
        .allMatch(cloud -> cloud.tables.get(NAME).equals(InnerDescriptor.of(Tables.DECLARED)));
    assertThatThrownBy(() -> change.deleteFamily(NAME, G.getName()))
        .isInstanceOf(InvalidFamilyOperationException.class)
        .hasMessage("Family 'g' does not exist, so it cannot be deleted");
    assertThatThrownBy(() -> change.deleteFamily(NAME, Tables.FAMILY))
        .isInstanceOf(InvalidFamilyOperationException.class)
        .hasMessageContaining("is the only column family");
    assertThatThrownBy(() -> change.modifyFamily(NAME, G))
        .isInstanceOf(InvalidFamilyOperationException.class)
        .hasMessageContaining("cannot be modified");
  }

  private List<List<String>> changes() {
    List<List<String>> changes = new ArrayList<>();
    clouds.clouds.forEach(cloud -> changes.add(cloud.changes));
    return changes;
  }

  private static ColumnFamilyDescriptor family(int versions) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Tables.FAMILY).setMaxVersions(versions).build();
  }
}

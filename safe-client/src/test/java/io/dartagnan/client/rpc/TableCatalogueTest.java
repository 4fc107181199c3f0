package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class TableCatalogueTest {

  @Test
  void schemaThatDiffersOnOneCloudIsRefusedNamingTheDeclaration() {
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:n", "plain")
            .build();
    TableCatalogue tables =
        new TableCatalogue(name -> List.of(Tables.DECLARED, Tables.DECLARED, other));

    assertThatThrownBy(() -> tables.get(TableName.valueOf("t")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith(
            "cloud 2 differs from the two others on 'dartagnan.column.f:n' of table t: plain there,"
                + " additive int64 on them");
  }

  @Test
  void aSettingThatOneCloudAloneHasIsRefusedNamingIt() {
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(
                        Tables.DECLARED.getColumnFamily(Tables.FAMILY))
                    .setTimeToLive(60)
                    .build())
            .build();
    TableCatalogue tables =
        new TableCatalogue(name -> List.of(Tables.DECLARED, other, Tables.DECLARED));

    assertThatThrownBy(() -> tables.get(TableName.valueOf("t")))
        .hasMessageStartingWith(
            "cloud 1 differs from the two others on 'TTL' of family f of table t: 60 there, FOREVER"
                + " on them; set it alike");
    assertThat(tables.differing()).isOne();
  }

  /** The clouds take up a change one after the other. */
  @Test
  void descriptorsThatDifferAreReadAgainUntilTheyAgree() throws Exception {
    TableDescriptor next =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:added", "plain")
            .build();
    List<TableDescriptor> byCloud =
        new ArrayList<>(List.of(next, Tables.DECLARED, Tables.DECLARED));
    int[] asked = {0};
    TableCatalogue tables =
        new TableCatalogue(
            name -> {
              List<TableDescriptor> now = List.copyOf(byCloud);
              byCloud.set(Math.min(++asked[0], 2), next);
              return now;
            },
            name -> {
              throw new AssertionError("two clouds are not enough");
            },
            name -> {
              throw new AssertionError("no master is asked");
            },
            Placement.THREE_CLOUDS,
            Optional.empty(),
            TimeUnit.MINUTES.toMillis(10));

    assertThat(tables.get(TableName.valueOf("t")).declared().getValue("dartagnan.column.f:added"))
        .isEqualTo("plain");
    assertThat(asked[0]).isEqualTo(3);
    assertThat(tables.differing()).isZero();
  }

  @Test
  void aReadThatACloudRefusesIsMadeByTheSettingsThatTheTableHasNow() throws Exception {
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .modifyColumnFamily(ColumnFamilyDescriptorBuilder.of(Tables.FAMILY))
            .build();
    TableDescriptor[] now = {Tables.DECLARED};
    TableCatalogue tables = new TableCatalogue(name -> List.of(now[0], now[0], now[0]));
    TableName name = TableName.valueOf("t");
    tables.get(name);
    now[0] = other;
    FamilySettings cloud = new FamilySettings(other);
    List<Integer> versions = new ArrayList<>();

    String answer =
        tables.read(
            name,
            TimeUnit.MINUTES.toMillis(10),
            table -> {
              versions.add(table.versions(Tables.FAMILY));
              cloud.require(table.settings().mark(new Get(Tables.ROW)));
              return "answered";
            });

    assertThat(answer).isEqualTo("answered");
    assertThat(versions).containsExactly(2, 1);
  }

  @Test
  void schemaIsAskedForOnceUntilItIsForgotten() throws Exception {
    int[] asked = {0};
    TableCatalogue tables =
        new TableCatalogue(
            name -> {
              asked[0]++;
              return List.of(Tables.DECLARED, Tables.DECLARED, Tables.DECLARED);
            });
    TableName name = TableName.valueOf("t");

    tables.get(name);
    tables.get(name);
    assertThat(asked[0]).isEqualTo(1);
    tables.forget(name);
    tables.get(name);
    assertThat(asked[0]).isEqualTo(2);
  }

  @Test
  void aSchemaThatWasReadBeforeTheTableChangedIsNotKept() throws Exception {
    TableName name = TableName.valueOf("t");
    List<TableDescriptor> old = List.of(Tables.DECLARED, Tables.DECLARED, Tables.DECLARED);
    TableDescriptor changed =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setValue("dartagnan.column.f:n", "xor int64")
            .build();
    TableCatalogue[] tables = new TableCatalogue[1];
    boolean[] hasChanged = {false};
    tables[0] =
        new TableCatalogue(
            table -> {
              if (hasChanged[0]) {
                return List.of(changed, changed, changed);
              }
              hasChanged[0] = true;
              tables[0].forget(name);
              return old;
            });

    tables[0].get(name);

    assertThat(tables[0].get(name).declared().getValue("dartagnan.column.f:n"))
        .isEqualTo("xor int64");
  }

  @Test
  void aDescriptorIsAskedForAnewEachTimeAndASchemaOnce() throws IOException {
    TableName name = TableName.valueOf("t");
    List<String> asked = new ArrayList<>();
    TableCatalogue tables =
        new TableCatalogue(
            table -> {
              asked.add("schema");
              return List.of(Tables.DECLARED, Tables.DECLARED, Tables.DECLARED);
            },
            table -> {
              asked.add("schema for reading");
              return new TableCatalogue.Agreed(Tables.DECLARED, true);
            },
            table -> {
              asked.add("descriptor");
              return Tables.DECLARED;
            },
            Placement.THREE_CLOUDS,
            Optional.empty(),
            0);

    tables.forReading(name);
    tables.get(name);
    tables.descriptor(name);
    tables.descriptor(name);
    tables.forget(name);
    tables.get(name);

    assertThat(asked).containsExactly("schema for reading", "descriptor", "descriptor", "schema");
  }

  @Test
  void closedCatalogueAnswersNoMore() throws IOException {
    TableName name = TableName.valueOf("t");
    TableCatalogue tables =
        new TableCatalogue(table -> List.of(Tables.DECLARED, Tables.DECLARED, Tables.DECLARED));
    tables.get(name);

    tables.close();

    assertThatThrownBy(() -> tables.get(name))
        .isInstanceOf(IOException.class)
        .hasMessage("the connection to the three clouds is closed");
  }
}

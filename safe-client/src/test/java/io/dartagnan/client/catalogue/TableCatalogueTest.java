package io.dartagnan.client.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
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
        .hasMessage(
            "cloud 2 differs from the two others on 'dartagnan.column.f:n' of table t: plain there,"
                + " additive int64 on them");
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
            });

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

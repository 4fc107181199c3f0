package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables that one cloud has without protection, because the configuration says so. */
@Timeout(60)
class PassedTableTest {
  private static final TableName NAME = Tables.DECLARED.getTableName();

  private static final String REFUSAL =
      "table t declares how it is protected, and the configuration passes it to one cloud";

  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private final Configuration configuration = new Configuration(false);

  PassedTableTest() {
    configuration.set("dartagnan.schema.t.passed", "1");
  }

  @Test
  void itsCellsGoToThatCloudAloneAndAsTheyAre() throws IOException {
    TableDescriptorBuilder undeclared = TableDescriptorBuilder.newBuilder(Tables.DECLARED);
    Tables.DECLARED.getValues().keySet().stream()
        .map(key -> key.copyBytes())
        .filter(key -> Bytes.toString(key).startsWith(TableSchema.COLUMN_PREFIX))
        .forEach(undeclared::removeValue);
    clouds.get(1).descriptor = undeclared.build();
    clouds.get(1).host = "alone";
    Put put = new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.TEXT, 1, Tables.bytes("plain"));

    try (SafeConnection connection = MemoryConnection.open(clouds, configuration);
        Table table = connection.getTable(NAME);
        Table built = connection.getTableBuilder(NAME, null).build();
        RegionLocator locator = connection.getRegionLocator(NAME)) {
      table.put(put);
      built.put(put);
      assertThat(locator.getAllRegionLocations().get(0).getHostname()).isEqualTo("alone");
    }

    assertThat(clouds).extracting(cloud -> cloud.visible().size()).containsExactly(0, 1, 0);
    assertThat(clouds.get(1).visible().get(0).getValueArray())
        .containsSequence(Tables.bytes("plain"));
  }

  @Test
  void aTableThatDeclaresProtectionIsNotServedAsItIs() throws IOException {
    try (SafeConnection connection = MemoryConnection.open(clouds, configuration)) {
      assertThatThrownBy(() -> connection.getTable(NAME)).hasMessageContaining(REFUSAL);
      assertThatThrownBy(() -> connection.getTableBuilder(NAME, null))
          .hasMessageContaining(REFUSAL);
      assertThatThrownBy(
              () -> {
                try (BufferedMutator mutator = connection.getBufferedMutator(NAME)) {
                  mutator.flush();
                }
              })
          .hasMessageContaining(REFUSAL);
    }
  }
}

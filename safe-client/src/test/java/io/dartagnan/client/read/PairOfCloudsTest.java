package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.schema.InnerDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PairOfCloudsTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] OTHER = Bytes.toBytes("other");

  @Test
  void theSelectedColumnsCountAndNoOthers() {
    Get get = get();

    assertThat(areEnough(get, Tables.TABLE)).as("the whole table").isFalse();
    get.addColumn(Tables.FAMILY, Tables.REPLICATED_NUMBER);
    get.addColumn(Tables.FAMILY, Tables.PLAIN);
    assertThat(areEnough(get, Tables.TABLE)).isTrue();
    get.addColumn(Tables.FAMILY, Tables.XOR_NUMBER);
    assertThat(areEnough(get, Tables.TABLE)).isFalse();
  }

  @Test
  void whatIsDeclaredForTheRestCountsToo() {
    ProtectedTable table = table("dartagnan.column.f:a", "plain", "dartagnan.default", "xor int64");

    assertThat(areEnough(get().addColumn(F, A), table)).isTrue();
    assertThat(areEnough(get().addColumn(F, OTHER), table)).isFalse();
    assertThat(areEnough(get().addFamily(F), table)).isFalse();
    assertThat(areEnough(get(), table)).isFalse();
  }

  @Test
  void aFamilysRestTakesThePlaceOfTheTables() {
    ProtectedTable table =
        table(
            "dartagnan.column.f:*", "replicated int64",
            "dartagnan.column.f:a", "plain",
            "dartagnan.default", "additive int64");

    assertThat(areEnough(get().addFamily(F), table)).isTrue();
    assertThat(areEnough(get().addFamily(F).addFamily(G), table)).isFalse();
    assertThat(areEnough(get(), table)).isFalse();
  }

  private static Get get() {
    return new Get(Tables.ROW);
  }

  private static boolean areEnough(Get get, ProtectedTable table) {
    return PairOfClouds.areEnough(get.getFamilyMap(), table);
  }

  private static ProtectedTable table(String... declarations) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(G));
    for (int i = 0; i < declarations.length; i += 2) {
      table.setValue(declarations[i], declarations[i + 1]);
    }
    return new ProtectedTable(InnerDescriptor.of(table.build()));
  }
}

package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class InnerVersionsTest {
  private static final TableDescriptor DECLARED =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
          .setColumnFamily(family("one", 1))
          .setColumnFamily(family("five", 5))
          .setColumnFamily(family("all", Integer.MAX_VALUE))
          .setValue("dartagnan.default", "plain")
          .setValue("owner", "somebody")
          .build();

  @Test
  void clustersKeepMoreVersionsThanDeclared() {
    TableDescriptor inner = InnerVersions.toInner(DECLARED);

    assertThat(versions(inner, "one")).isEqualTo(1 + InnerVersions.SLACK);
    assertThat(versions(inner, "five")).isEqualTo(5 + InnerVersions.SLACK);
    assertThat(versions(inner, "all")).isEqualTo(Integer.MAX_VALUE);
    assertThat(InnerVersions.declaredVersions(inner, Bytes.toBytes("one"))).isEqualTo(1);
    assertThat(InnerVersions.declaredVersions(inner, Bytes.toBytes("five"))).isEqualTo(5);
  }

  @Test
  void applicationSeesWhatItDeclared() {
    assertThat(InnerVersions.toDeclared(InnerVersions.toInner(DECLARED))).isEqualTo(DECLARED);
  }

  @Test
  void descriptorThatWasNeverConvertedStaysAsItIs() {
    assertThat(InnerVersions.toDeclared(DECLARED)).isEqualTo(DECLARED);
  }

  @Test
  void nothingIsLeftOfAFamilyThatWasDeletedOnACloud() {
    TableDescriptor without =
        TableDescriptorBuilder.newBuilder(InnerVersions.toInner(DECLARED))
            .removeColumnFamily(Bytes.toBytes("one"))
            .build();

    assertThat(InnerVersions.toDeclared(without))
        .isEqualTo(
            TableDescriptorBuilder.newBuilder(DECLARED)
                .removeColumnFamily(Bytes.toBytes("one"))
                .build());
  }

  @Test
  void innerDescriptorIsAValidSchema() {
    assertThat(TableSchema.of(InnerVersions.toInner(DECLARED)).table())
        .isEqualTo(DECLARED.getTableName());
  }

  private static int versions(TableDescriptor table, String family) {
    return table.getColumnFamily(Bytes.toBytes(family)).getMaxVersions();
  }

  private static ColumnFamilyDescriptor family(String name, int versions) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
        .setMaxVersions(versions)
        .build();
  }
}

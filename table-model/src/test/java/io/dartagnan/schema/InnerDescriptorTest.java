package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class InnerDescriptorTest {
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
    TableDescriptor inner = InnerDescriptor.of(DECLARED);

    assertThat(versions(inner, "one")).isEqualTo(1 + InnerVersions.SLACK);
    assertThat(versions(inner, "five")).isEqualTo(5 + InnerVersions.SLACK);
    assertThat(versions(inner, "all")).isEqualTo(Integer.MAX_VALUE);
    assertThat(InnerVersions.declaredVersions(inner, Bytes.toBytes("one"))).isEqualTo(1);
    assertThat(InnerVersions.declaredVersions(inner, Bytes.toBytes("five"))).isEqualTo(5);
  }

  @Test
  void applicationSeesWhatItDeclared() {
    assertThat(InnerDescriptor.declared(InnerDescriptor.of(DECLARED))).isEqualTo(DECLARED);
  }

  @Test
  void descriptorThatWasNeverConvertedStaysAsItIs() {
    assertThat(InnerDescriptor.declared(DECLARED)).isEqualTo(DECLARED);
  }

  @Test
  void nothingIsLeftOfAFamilyThatWasDeletedOnACloud() {
    TableDescriptor without =
        TableDescriptorBuilder.newBuilder(InnerDescriptor.of(DECLARED))
            .removeColumnFamily(Bytes.toBytes("one"))
            .build();

    assertThat(InnerDescriptor.declared(without))
        .isEqualTo(
            TableDescriptorBuilder.newBuilder(DECLARED)
                .removeColumnFamily(Bytes.toBytes("one"))
                .build());
  }

  @Test
  void innerDescriptorIsAValidSchema() {
    assertThat(TableSchema.of(InnerDescriptor.of(DECLARED)).table())
        .isEqualTo(DECLARED.getTableName());
  }

  @Test
  void blocksHaveAnIndexOfTheirRowsUnlessTheyAreEncodedOtherwise() {
    TableDescriptor declared = encoded(DECLARED, DataBlockEncoding.FAST_DIFF);
    TableDescriptor inner = InnerDescriptor.of(declared);

    assertThat(encoding(inner, "one")).isEqualTo(DataBlockEncoding.FAST_DIFF);
    assertThat(encoding(inner, "five")).isEqualTo(DataBlockEncoding.ROW_INDEX_V1);
    assertThat(InnerDescriptor.declared(inner)).isEqualTo(declared);
    TableDescriptor indexed = encoded(DECLARED, DataBlockEncoding.ROW_INDEX_V1);
    assertThat(InnerDescriptor.declared(InnerDescriptor.of(indexed))).isEqualTo(indexed);
  }

  @Test
  void anEncodingThatWasSetPastTheSafeClientIsShown() {
    TableDescriptor altered = encoded(InnerDescriptor.of(DECLARED), DataBlockEncoding.PREFIX);

    assertThat(InnerDescriptor.declared(altered))
        .isEqualTo(encoded(DECLARED, DataBlockEncoding.PREFIX));
  }

  @Test
  void familiesThatAreDeclaredAsBeforeKeepTheirEncoding() {
    TableDescriptor before = InnerDescriptor.of(DECLARED);
    // As the release before made it.
    for (String family : List.of("one", "five", "all")) {
      before = encoded(before, family, DataBlockEncoding.NONE);
    }
    assertThat(InnerDescriptor.declared(before)).isEqualTo(DECLARED);
    assertThat(ofOne(DECLARED, before)).isEqualTo(before);

    TableDescriptor changed =
        TableDescriptorBuilder.newBuilder(DECLARED)
            .modifyColumnFamily(family("five", 6))
            .setColumnFamily(family("new", 1))
            .build();
    TableDescriptor inner = ofOne(changed, before);

    assertThat(encoding(inner, "one")).isEqualTo(DataBlockEncoding.NONE);
    assertThat(encoding(inner, "five")).isEqualTo(DataBlockEncoding.ROW_INDEX_V1);
    assertThat(encoding(inner, "new")).isEqualTo(DataBlockEncoding.ROW_INDEX_V1);
    assertThat(versions(inner, "five")).isEqualTo(6 + InnerVersions.SLACK);
    assertThat(InnerDescriptor.declared(inner)).isEqualTo(changed);
  }

  @Test
  void aTableThatNoSafeClientMadeKeepsMoreVersionsOnceItIsChanged() {
    TableDescriptor inner = ofOne(DECLARED, DECLARED);

    assertThat(versions(inner, "one")).isEqualTo(1 + InnerVersions.SLACK);
    assertThat(InnerDescriptor.declared(inner)).isEqualTo(DECLARED);
  }

  /** As where a change was made on some clusters, and is taken back. */
  @Test
  void clustersThatEncodeAFamilyInTwoWaysGetOne() {
    TableDescriptor indexed = InnerDescriptor.of(DECLARED);
    TableDescriptor old = encoded(indexed, DataBlockEncoding.NONE);
    TableDescriptor further =
        TableDescriptorBuilder.newBuilder(DECLARED).modifyColumnFamily(family("one", 9)).build();

    assertThat(
            InnerDescriptor.of(
                List.of(DECLARED, DECLARED, DECLARED),
                List.of(indexed, old, indexed),
                Placement.THREE_CLOUDS))
        .containsOnly(indexed);
    assertThat(
            InnerDescriptor.of(
                List.of(DECLARED, DECLARED, DECLARED),
                List.of(InnerDescriptor.of(further), old, old),
                Placement.THREE_CLOUDS))
        .containsOnly(indexed);
  }

  @Test
  void oneClusterKeepsTheDeclaredVersions() {
    TableDescriptor inner = InnerDescriptor.of(DECLARED, Placement.ONE_CLUSTER);

    for (ColumnFamilyDescriptor family : DECLARED.getColumnFamilies()) {
      assertThat(inner.getColumnFamily(family.getName()).getMaxVersions())
          .isEqualTo(family.getMaxVersions());
    }
    assertThat(InnerDescriptor.declared(inner)).isEqualTo(DECLARED);
  }

  private static TableDescriptor ofOne(TableDescriptor declared, TableDescriptor before) {
    return InnerDescriptor.of(List.of(declared), List.of(before), Placement.THREE_CLOUDS).get(0);
  }

  /** The table with another encoding of family one. */
  private static TableDescriptor encoded(TableDescriptor table, DataBlockEncoding encoding) {
    return encoded(table, "one", encoding);
  }

  private static TableDescriptor encoded(
      TableDescriptor table, String of, DataBlockEncoding encoding) {
    ColumnFamilyDescriptor family = table.getColumnFamily(Bytes.toBytes(of));
    return TableDescriptorBuilder.newBuilder(table)
        .modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family).setDataBlockEncoding(encoding).build())
        .build();
  }

  private static DataBlockEncoding encoding(TableDescriptor table, String family) {
    return table.getColumnFamily(Bytes.toBytes(family)).getDataBlockEncoding();
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

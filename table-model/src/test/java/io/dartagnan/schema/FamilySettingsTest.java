package io.dartagnan.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.Test;

class FamilySettingsTest {
  private static final byte[] F = {'f'};
  private static final byte[] G = {'g'};
  private static final TableDescriptor TABLE = table(F, family -> family);

  private static TableDescriptor table(
      byte[] family, UnaryOperator<ColumnFamilyDescriptorBuilder> change) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
        .setColumnFamily(change.apply(ColumnFamilyDescriptorBuilder.newBuilder(family)).build())
        .setValue("dartagnan.default", "plain")
        .build();
  }

  private static Get marked(TableDescriptor table) {
    return new FamilySettings(table).mark(new Get(new byte[] {'r'}));
  }

  @Test
  void aReadByOtherSettingsIsRefusedWithTheFamily() throws IOException {
    FamilySettings cloud = new FamilySettings(TABLE);
    cloud.require(marked(TABLE));
    cloud.require(new Scan());
    List<UnaryOperator<ColumnFamilyDescriptorBuilder>> changes =
        List.of(
            family -> family.setTimeToLive(60),
            family -> family.setMaxVersions(3),
            family -> family.setMinVersions(1),
            family -> family.setKeepDeletedCells(KeepDeletedCells.TRUE),
            family -> family.setNewVersionBehavior(true),
            family -> family.setDataBlockEncoding(DataBlockEncoding.FAST_DIFF));
    for (UnaryOperator<ColumnFamilyDescriptorBuilder> change : changes) {
      TableDescriptor other = table(F, change);

      assertThatThrownBy(() -> cloud.require(marked(other)))
          .isInstanceOf(DoNotRetryIOException.class)
          .matches(FamilySettings::isRefusal)
          .hasMessageContaining("family f of table t has the settings {")
          .hasMessageContaining("TTL=FOREVER");
      assertThat(new FamilySettings(other).digestWith(TableSchema.of(other)))
          .isNotEqualTo(cloud.digestWith(TableSchema.of(TABLE)));
    }
  }

  @Test
  void settingsThatChangeNoAnswerAndFamiliesOfOneSideAloneDoNotCount() {
    TableDescriptor tuned = table(F, family -> family.setBlocksize(1 << 20).setInMemory(true));
    assertThatCode(() -> new FamilySettings(TABLE).require(marked(tuned)))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> new FamilySettings(TABLE).require(marked(table(G, f -> f.setTimeToLive(1)))))
        .doesNotThrowAnyException();
  }

  /** Unlike families: who has other row keys, or none, would find nothing. */
  @Test
  void aReadUnderOtherRowKeysIsRefused() throws IOException {
    TableDescriptor one = withRowKeys("ope", "aa:1:x:y");
    new FamilySettings(one).require(marked(withRowKeys("ope", "aa:2:x:z")));
    for (TableDescriptor other :
        List.of(TABLE, withRowKeys("det", "aa:1:x:y"), withRowKeys("ope", "bb:1:x:y"))) {
      assertThatThrownBy(() -> new FamilySettings(one).require(marked(other)))
          .matches(FamilySettings::isRefusal)
          .hasMessageContaining("each row key of table t has the settings {dartagnan.key=ope");
      assertThatThrownBy(() -> new FamilySettings(other).require(marked(one)))
          .matches(FamilySettings::isRefusal);
    }
  }

  private static TableDescriptor withRowKeys(String scheme, String keys) {
    return TableDescriptorBuilder.newBuilder(TABLE)
        .setValue("dartagnan.key", scheme)
        .setValue("dartagnan.keys", keys)
        .build();
  }

  @Test
  void aRefusalIsKnownAmongTheCausesOfABatch() {
    IOException batch =
        new RetriesExhaustedWithDetailsException(
            List.of(
                new IOException("another"),
                new IOException("named", new IOException("d'Artagnan refused a read: ..."))),
            Arrays.asList(new Get(F), new Get(F)),
            List.of("one", "two"));

    assertThat(FamilySettings.isRefusal(new IOException(batch))).isTrue();
    assertThat(FamilySettings.isRefusal(new IOException("another"))).isFalse();
  }

  @Test
  void layoutOfTheAttribute() {
    byte[] attribute = marked(TABLE).getAttribute(FamilySettings.ATTRIBUTE);

    assertThat(HexFormat.of().formatHex(attribute)).isEqualTo("0101664dbd1a25a7af7333");
  }

  @Test
  void anAttributeThatIsNoneIsRefusedAsMalformed() {
    FamilySettings cloud = new FamilySettings(TABLE);
    for (String malformed : List.of("", "0101", "01016600", "02016600")) {
      Get get = new Get(new byte[] {'r'});
      get.setAttribute(FamilySettings.ATTRIBUTE, HexFormat.of().parseHex(malformed));

      assertThatThrownBy(() -> cloud.require(get))
          .isInstanceOf(DoNotRetryIOException.class)
          .matches(failure -> !FamilySettings.isRefusal(failure));
    }
  }
}

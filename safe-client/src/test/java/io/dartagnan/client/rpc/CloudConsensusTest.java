package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class CloudConsensusTest {

  @Test
  void disagreementNamesTheCloudThatDiffers() throws Exception {
    assertThat(CloudConsensus.on("q", List.of(1, 1, 1), answer -> answer)).isEqualTo(1);
    assertThatThrownBy(
            () -> CloudConsensus.on("tableExists[t]", List.of(true, false, true), a -> a))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            "cloud 1 differs from the two others on tableExists[t]: false there, true on them");
    assertThatThrownBy(() -> CloudConsensus.on("q", List.of(1, 2, 3), a -> a))
        .hasMessage("the three clouds differ on q: [1, 2, 3]");
  }

  @Test
  void aFamilyThatACloudLacksIsNamedAheadOfItsSettings() {
    TableDescriptor more =
        TableDescriptorBuilder.newBuilder(Tables.DECLARED)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"))
            .build();

    assertThatThrownBy(() -> CloudConsensus.onDeclarations(List.of(more, Tables.DECLARED, more)))
        .isInstanceOf(CloudConsensus.Disagreement.class)
        .hasMessageStartingWith(
            "cloud 1 differs from the two others on 'column families' of table t: [f] there, [f, g]"
                + " on them");
    assertThatThrownBy(
            () -> CloudConsensus.onDeclarations(List.of(more, Tables.DECLARED, more), Party.P2))
        .isInstanceOf(CloudConsensus.Disagreement.class)
        .hasMessageStartingWith(
            "clouds 0 and 1 differ on 'column families' of table t, and cloud 2 does not answer:"
                + " [f, g] and [f]; ");
  }

  @Test
  void aCloudThatMayLoseWhatTheOthersKeepIsNamed() throws Exception {
    TableDescriptor less = lasting(Durability.ASYNC_WAL);

    assertThatThrownBy(
            () -> CloudConsensus.onDeclarations(List.of(Tables.DECLARED, less, Tables.DECLARED)))
        .isInstanceOf(CloudConsensus.Disagreement.class)
        .hasMessageStartingWith(
            "cloud 1 differs from the two others on 'DURABILITY' of table t: ASYNC_WAL there,"
                + " SYNC_WAL on them");
    CloudConsensus.onDeclarations(List.of(less, less, less));
    CloudConsensus.onDeclarations(
        List.of(Tables.DECLARED, lasting(Durability.SYNC_WAL), lasting(Durability.FSYNC_WAL)));
  }

  private static TableDescriptor lasting(Durability durability) {
    return TableDescriptorBuilder.newBuilder(Tables.DECLARED).setDurability(durability).build();
  }
}

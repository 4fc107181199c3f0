package io.dartagnan.client.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
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
}

package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BareConnectionsTest {
  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void nameTheClouds() {
    for (Party party : Party.ALL) {
      conf.set("dartagnan.party.%d.hbase.zookeeper.quorum".formatted(party.index()), "nowhere");
    }
  }

  @Test
  void aCloudWithoutTlsIsRefusedWhereTheConfigurationSaysSo() throws IOException {
    conf.set("dartagnan.client.unencrypted", "refuse");
    conf.set("dartagnan.party.0.hbase.client.netty.tls.enabled", "true");

    try (Connection refused = new BareConnections(conf, null, null, Map.of()).on(Party.P1)) {
      assertThatThrownBy(() -> refused.getTable(TableName.valueOf("t")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("the connection to cloud 1 is not encrypted")
          .hasMessageContaining("set dartagnan.party.1.hbase.client.netty.tls.enabled to true");
    }
  }

  @Test
  void anyOtherWordIsRefusedForAllClouds() throws IOException {
    conf.set("dartagnan.client.unencrypted", "no");

    BareConnections connections = new BareConnections(conf, null, null, Map.of());

    for (Party party : Party.ALL) {
      try (Connection refused = connections.on(party)) {
        assertThatThrownBy(refused::getAdmin)
            .hasMessage(
                "dartagnan.client.unencrypted is 'no'; 'allow', 'warn', 'refuse' are allowed");
      }
    }
    assertThat(connections.settings()).isNotNull();
  }
}

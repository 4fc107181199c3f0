package io.dartagnan.cli.cloud;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.net.ServerSocket;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ReachabilityCheckTest {

  @Test
  void namesEveryCloudThatDoesNotAnswer() throws IOException {
    Configuration configuration = new Configuration(false);
    int[] ports = new int[3];
    for (int party = 0; party < 3; party++) {
      try (ServerSocket closedAgain = new ServerSocket(0)) {
        ports[party] = closedAgain.getLocalPort();
      }
      String prefix = "dartagnan.party." + party + ".";
      configuration.set(prefix + "hbase.zookeeper.quorum", "127.0.0.1");
      configuration.setInt(prefix + "hbase.zookeeper.property.clientPort", ports[party]);
    }

    assertThatThrownBy(() -> new ReachabilityCheck(configuration).require())
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(
            "cloud 0 (127.0.0.1:%d) does not answer: Connection refused", ports[0])
        .hasMessageContaining("cloud 1 (127.0.0.1:%d) does not answer", ports[1])
        .hasMessageContaining("cloud 2 (127.0.0.1:%d) does not answer", ports[2])
        .hasMessageEndingWith(
            "; start it again ('clusters/local status' shows those of clusters/local)");
  }

  /** Servers that are named in the place of ZooKeeper are asked, and it is not. */
  @Test
  void asksTheServersThatAreNamedInThePlaceOfZooKeeper() {
    Configuration configuration = new Configuration(false);
    for (int party = 0; party < 3; party++) {
      String prefix = "dartagnan.party." + party + ".";
      configuration.set(
          prefix + "hbase.client.registry.impl",
          "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
      configuration.set(
          prefix + "hbase.client.bootstrap.servers",
          "127.0.0.1:1, 127.0.0.1:%d".formatted(party + 2));
    }

    assertThatThrownBy(() -> new ReachabilityCheck(configuration).require())
        .hasMessageContaining("cloud 0 (127.0.0.1:1,127.0.0.1:2) does not answer")
        .hasMessageContaining("cloud 2 (127.0.0.1:1,127.0.0.1:4) does not answer");
  }

  @Test
  void saysWhatToSetWhenNothingSaysWhereTheCloudsAre() {
    assertThatThrownBy(() -> new ReachabilityCheck(new Configuration(false)).require())
        .hasMessageStartingWith("the configuration does not say where cloud 0 is; set")
        .hasMessageContaining("--conf");
  }
}

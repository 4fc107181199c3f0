package io.dartagnan.client.refusal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncRefusalTest {
  private final Configuration conf = new Configuration(false);

  /** A registry that an application brings along, of a cluster that is there. */
  public static final class OtherRegistry implements ConnectionRegistry {
    public OtherRegistry(Configuration conf, User user) {}

    @Override
    public CompletableFuture<RegionLocations> getMetaRegionLocations() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<String> getClusterId() {
      return CompletableFuture.completedFuture("id");
    }

    @Override
    public CompletableFuture<ServerName> getActiveMaster() {
      return new CompletableFuture<>();
    }

    @Override
    public String getConnectionString() {
      return "";
    }

    @Override
    public void close() {}
  }

  @Test
  void anAsyncConnectionIsRefusedBeforeAnyClusterIsAsked() {
    AsyncRefusal.addTo(conf);

    assertThatThrownBy(() -> ConnectionFactory.createAsyncConnection(conf).join())
        .rootCause()
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "createAsyncConnection is not supported yet: an AsyncConnection would send plaintext to"
                + " one cluster; use createConnection");
  }

  @Test
  void anotherRegistryOpensNothing() {
    conf.set(ClientKeys.REGISTRY_IMPL, OtherRegistry.class.getName());
    AsyncRefusal.addTo(conf);

    assertThat(conf.get(ClientKeys.REGISTRY_IMPL)).isEqualTo(OtherRegistry.class.getName());
    assertThatThrownBy(() -> ConnectionFactory.createAsyncConnection(conf).join())
        .rootCause()
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith("createAsyncConnection is not supported yet");
  }

  @Test
  void theConnectionToOneCloudHasHBasesOwnClasses() throws IOException {
    conf.set("dartagnan.party.1.hbase.zookeeper.quorum", "there");
    conf.set("dartagnan.party.1.hbase.client.registry.impl", OtherRegistry.class.getName());
    AsyncRefusal.addTo(conf);

    Configuration cloud = CloudConfiguration.of(conf, Party.P1);

    assertThat(cloud.get(ClientKeys.ASYNC_CONNECTION_IMPL)).isNull();
    assertThat(cloud.get(ClientKeys.REGISTRY_IMPL))
        .as("that cloud's own setting")
        .isEqualTo(OtherRegistry.class.getName());
  }
}

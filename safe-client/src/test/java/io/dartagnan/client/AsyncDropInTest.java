package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AsyncDropInTest {
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
  void anAsyncConnectionIsOneToTheThreeClouds() {
    conf.set("hbase.zookeeper.quorum", "a cluster that must not get plaintext");
    AsyncDropIn.completeKeys(conf);

    assertGoesToTheThreeClouds();
  }

  @Test
  void anotherRegistryOpensNoWayPastThem() {
    conf.set(ClientKeys.REGISTRY_IMPL, OtherRegistry.class.getName());
    AsyncDropIn.completeKeys(conf);

    assertThat(conf.get(ClientKeys.REGISTRY_IMPL)).isEqualTo(OtherRegistry.class.getName());
    assertGoesToTheThreeClouds();
  }

  /** Nothing says where they are, and only the Safe Client asks. */
  private void assertGoesToTheThreeClouds() {
    assertThatThrownBy(
            () -> {
              try (AsyncConnection connection =
                  ConnectionFactory.createAsyncConnection(conf).join()) {
                connection.getTable(Tables.DECLARED.getTableName()).get(new Get(Tables.ROW)).join();
              }
            })
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the configuration does not say where cloud 0 is");
  }

  /** HBase's own connection gets past the id of the cluster, and no further. */
  @Test
  void hbasesOwnAsyncConnectionGetsNowhereWithTheRegistry() {
    AsyncDropIn.completeKeys(conf);
    SafeRegistry registry = new SafeRegistry(conf, null);

    for (CompletableFuture<?> answer :
        List.of(registry.getMetaRegionLocations(), registry.getActiveMaster())) {
      assertThatThrownBy(answer::join)
          .rootCause()
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining(
              "set hbase.client.async.connection.impl to io.dartagnan.client.SafeAsyncConnection");
    }
  }

  @Test
  void theRegistryIsMadeByEitherReleaseOfHBase() throws ReflectiveOperationException {
    assertThat(SafeRegistry.class.getConstructor(Configuration.class)).isNotNull();
    assertThat(SafeRegistry.class.getConstructor(Configuration.class, User.class)).isNotNull();
    assertThat(
            SafeAsyncConnection.class.getConstructor(
                Configuration.class, ConnectionRegistry.class, String.class, User.class))
        .isNotNull();
  }

  @Test
  void theConnectionToOneCloudHasHBasesOwnClasses() throws IOException {
    conf.set("dartagnan.party.1.hbase.zookeeper.quorum", "there");
    conf.set("dartagnan.party.1.hbase.client.registry.impl", OtherRegistry.class.getName());
    AsyncDropIn.completeKeys(conf);

    Configuration cloud = CloudConfiguration.of(conf, Party.P1);

    assertThat(cloud.get(ClientKeys.ASYNC_CONNECTION_IMPL)).isNull();
    assertThat(cloud.get(ClientKeys.REGISTRY_IMPL))
        .as("that cloud's own setting")
        .isEqualTo(OtherRegistry.class.getName());
  }
}

package io.dartagnan.testcontainers;

import io.dartagnan.client.configuration.ClientKeys;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/** Settings with which a program on HBase's API uses the three clouds as one. */
final class ClientSite {
  private ClientSite() {}

  /** The settings, and in the folder the stores that they name. */
  static Settings of(List<CloudPlace> clouds, Keys keys, ClientFolder folder) {
    Settings site =
        new Settings()
            .set(ClientKeys.CONNECTION_IMPL, "io.dartagnan.client.SafeConnection")
            .set(ClientKeys.REGISTRY_IMPL, "io.dartagnan.client.SafeRegistry")
            .set(ClientKeys.ASYNC_CONNECTION_IMPL, "io.dartagnan.client.SafeAsyncConnection")
            .set(ClientKeys.UNENCRYPTED, "refuse")
            // HBase waits many minutes for a cluster that is down; here it is an error within half
            // of one.
            .set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 3)
            .set(HConstants.HBASE_CLIENT_PAUSE, 100)
            .set(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000)
            .set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 15_000)
            .set(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 10_000)
            .set(ReadOnlyZKClient.RECOVERY_RETRY, 0)
            .set(HConstants.ZK_SESSION_TIMEOUT, 20_000);
    for (CloudPlace cloud : clouds) {
      String prefix = "dartagnan.party.%d.".formatted(cloud.party().index());
      PinnedStores stores = keys.client(cloud.party());
      site.set(prefix + HConstants.ZOOKEEPER_QUORUM, cloud.host())
          .set(prefix + HConstants.ZOOKEEPER_CLIENT_PORT, cloud.zookeeperPort())
          .set(prefix + "hbase.client.netty.tls.enabled", true)
          .rpcStores(
              prefix,
              folder.write(cloud.alias() + "-keystore.p12", stores.keystore()),
              folder.write(cloud.alias() + "-truststore.p12", stores.truststore()),
              stores.revealPassword());
    }
    return site;
  }
}

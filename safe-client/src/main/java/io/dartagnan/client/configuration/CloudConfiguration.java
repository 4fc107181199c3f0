package io.dartagnan.client.configuration;

import io.dartagnan.mpc.Party;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.RpcConnectionRegistry;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/**
 * The configuration for one of the three clouds: the application's, with that cloud's {@code
 * dartagnan.party.N.*} entries in the place of its own.
 */
public final class CloudConfiguration {

  private static final String ZOOKEEPER_RETRIES = "3";

  /** Classes that stand for all three clouds; the connection to one of them has HBase's own. */
  private static final List<String> OF_THE_THREE =
      List.of(
          ClientKeys.CONNECTION_IMPL, ClientKeys.REGISTRY_IMPL, ClientKeys.ASYNC_CONNECTION_IMPL);

  private CloudConfiguration() {}

  /**
   * The configuration of a plain HBase connection to one cloud.
   *
   * @throws IllegalArgumentException if neither the cloud's ZooKeeper quorum is configured nor
   *     servers that know the others
   */
  public static Configuration of(Configuration base, Party party) {
    String prefix = ClientKeys.prefixOf(party.index());
    if (base.get(prefix + HConstants.ZOOKEEPER_QUORUM) == null
        && base.get(prefix + RpcConnectionRegistry.BOOTSTRAP_NODES) == null) {
      throw new IllegalArgumentException(
          "the configuration does not say where cloud %d is; set %s%s"
              .formatted(party.index(), prefix, HConstants.ZOOKEEPER_QUORUM));
    }
    Configuration cloud = new Configuration(base);
    OF_THE_THREE.forEach(cloud::unset);
    // HBase's own patience with a ZooKeeper that is down is a minute for each question; a cloud
    // that is down is to be named sooner.
    cloud.setIfUnset(ReadOnlyZKClient.RECOVERY_RETRY, ZOOKEEPER_RETRIES);
    for (Map.Entry<String, String> entry : base.getPropsWithPrefix(prefix).entrySet()) {
      cloud.set(entry.getKey(), entry.getValue());
    }
    return cloud;
  }
}

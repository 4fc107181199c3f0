package io.dartagnan.client;

import io.dartagnan.mpc.Party;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/**
 * How to reach one of the three clouds: the application's configuration with that cloud's {@code
 * dartagnan.party.N.*} entries laid over it.
 */
public final class CloudConfiguration {

  /** Names the class that {@code ConnectionFactory} makes; never handed on to a single cloud. */
  public static final String CONNECTION_IMPL = "hbase.client.connection.impl";

  private static final String ZOOKEEPER_RETRIES = "3";

  private CloudConfiguration() {}

  /**
   * The configuration of a plain HBase connection to one cloud.
   *
   * @throws IllegalArgumentException if the cloud's ZooKeeper quorum is not configured
   */
  public static Configuration of(Configuration base, Party party) {
    String prefix = "dartagnan.party." + party.index() + ".";
    if (base.get(prefix + HConstants.ZOOKEEPER_QUORUM) == null) {
      throw new IllegalArgumentException(
          "the configuration does not say where cloud %d is; set %s%s"
              .formatted(party.index(), prefix, HConstants.ZOOKEEPER_QUORUM));
    }
    Configuration cloud = new Configuration(base);
    cloud.unset(CONNECTION_IMPL);
    // HBase's own patience with a ZooKeeper that is down is a minute for each question; a cloud
    // that is down is to be named sooner.
    cloud.setIfUnset(ReadOnlyZKClient.RECOVERY_RETRY, ZOOKEEPER_RETRIES);
    for (Map.Entry<String, String> entry : base.getPropsWithPrefix(prefix).entrySet()) {
      cloud.set(entry.getKey(), entry.getValue());
    }
    return cloud;
  }
}

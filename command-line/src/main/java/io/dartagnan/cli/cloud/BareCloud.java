package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.RpcConnectionRegistry;
import org.apache.hadoop.hbase.zookeeper.ZKConfig;

/** Configuration of a connection to one cloud alone that fails within seconds. */
public final class BareCloud {

  private static final int ANSWER_MILLIS = 10_000;

  private BareCloud() {}

  /**
   * The configuration.
   *
   * @param client that of a client of all three
   * @throws CommandException if it does not say where the cloud is
   */
  public static Configuration configuration(Configuration client, Party party) {
    Configuration cloud;
    try {
      cloud = CloudConfiguration.of(client, party);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          e.getMessage() + ", or name the folder of a client's configuration with --conf", e);
    }
    cloud.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    cloud.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, ANSWER_MILLIS);
    cloud.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, ANSWER_MILLIS);
    cloud.setInt(HConstants.ZK_SESSION_TIMEOUT, ANSWER_MILLIS);
    cloud.setInt("zookeeper.recovery.retry", 1);
    // Or the second attempt says only that the first one failed, and not why.
    cloud.setInt("hbase.ipc.client.failed.servers.expiry", 0);
    return cloud;
  }

  /**
   * Places where a client asks for the cloud's servers, as {@code host:port} divided by commas: its
   * ZooKeeper, or those of its servers that are named in the place of it.
   */
  public static String place(Configuration client, Party party) {
    return place(configuration(client, party));
  }

  /** The same, given the cloud's own configuration. */
  static String place(Configuration cloud) {
    boolean asksServers =
        RpcConnectionRegistry.class.getName().equals(cloud.get(ClientKeys.REGISTRY_IMPL));
    String servers = cloud.get(RpcConnectionRegistry.BOOTSTRAP_NODES);
    return asksServers && servers != null
        ? Arrays.stream(servers.split(","))
            .map(String::strip)
            .map(
                server ->
                    server.contains(":") ? server : server + ":" + HConstants.DEFAULT_MASTER_PORT)
            .collect(Collectors.joining(","))
        : ZKConfig.getZKQuorumServersString(cloud);
  }
}

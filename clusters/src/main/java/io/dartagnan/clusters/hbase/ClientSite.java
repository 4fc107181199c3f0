package io.dartagnan.clusters.hbase;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.process.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/** Settings of programs that use the clusters. */
public final class ClientSite {
  private static final List<String> WHERE =
      List.of(
          HConstants.ZOOKEEPER_QUORUM,
          HConstants.ZOOKEEPER_CLIENT_PORT,
          HConstants.ZOOKEEPER_ZNODE_PARENT);

  private ClientSite() {}

  /** For a program that talks to one cluster bare, given that cluster's own settings. */
  public static Map<String, String> bare(Map<String, String> clusterSite) {
    Map<String, String> site = patience();
    for (String key : WHERE) {
      site.put(key, clusterSite.get(key));
    }
    return site;
  }

  /** For a program that talks to the three clouds through the Safe Client. */
  public static Map<String, String> safe(List<Map<String, String>> cloudSites) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(ClientKeys.CONNECTION_IMPL, "io.dartagnan.client.SafeConnection");
    site.put(ClientKeys.REGISTRY_IMPL, "io.dartagnan.client.SafeRegistry");
    site.put(ClientKeys.ASYNC_CONNECTION_IMPL, "io.dartagnan.client.SafeAsyncConnection");
    // All of it stays on this machine.
    site.put(ClientKeys.UNENCRYPTED, "allow");
    site.putAll(patience());
    for (int party = 0; party < cloudSites.size(); party++) {
      for (String key : WHERE) {
        site.put(Role.ofParty(party).settingPrefix() + key, cloudSites.get(party).get(key));
      }
    }
    return site;
  }

  /**
   * HBase waits many minutes for a cluster that is down; here it is an error within half of one.
   */
  private static Map<String, String> patience() {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "3");
    site.put(HConstants.HBASE_CLIENT_PAUSE, "100");
    site.put(HConstants.HBASE_RPC_TIMEOUT_KEY, "10000");
    site.put(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, "15000");
    site.put(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, "10000");
    site.put(ReadOnlyZKClient.RECOVERY_RETRY, "0");
    site.put(HConstants.ZK_SESSION_TIMEOUT, "20000");
    return site;
  }
}

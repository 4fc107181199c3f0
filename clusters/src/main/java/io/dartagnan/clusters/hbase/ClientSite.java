package io.dartagnan.clusters.hbase;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.clusters.process.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;

/** Settings of programs that use the clusters. */
public final class ClientSite {
  private static final List<String> WHERE =
      List.of(
          HConstants.ZOOKEEPER_QUORUM,
          HConstants.ZOOKEEPER_CLIENT_PORT,
          HConstants.ZOOKEEPER_ZNODE_PARENT);

  private static final String RPC_MILLIS = "10000";

  /** Settings that both ends of a connection have to agree on, where somebody changed them. */
  private static final List<String> AGREED =
      List.of(
          X509Util.TLS_CONFIG_PROTOCOL, X509Util.TLS_ENABLED_PROTOCOLS, X509Util.TLS_CIPHER_SUITES);

  private ClientSite() {}

  /**
   * The way to one cluster: where it is, and what lets a client in.
   *
   * @param clusterSite the settings of its servers
   * @param credentials where a client finds its key and whom it accepts; of use only if the servers
   *     speak TLS
   */
  static Map<String, String> way(Map<String, String> clusterSite, Map<String, String> credentials) {
    Map<String, String> way = new LinkedHashMap<>();
    for (String key : WHERE) {
      way.put(key, clusterSite.get(key));
    }
    boolean encrypted =
        Boolean.parseBoolean(clusterSite.get(X509Util.HBASE_SERVER_NETTY_TLS_ENABLED));
    if (encrypted && !credentials.isEmpty()) {
      way.put(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED, "true");
      way.put(X509Util.HBASE_CLIENT_NETTY_TLS_HANDSHAKETIMEOUT, RPC_MILLIS);
      way.putAll(credentials);
      for (String key : AGREED) {
        if (clusterSite.containsKey(key)) {
          way.put(key, clusterSite.get(key));
        }
      }
    }
    return way;
  }

  /** For a program that talks to one cluster bare, given the way there. */
  public static Map<String, String> bare(Map<String, String> way) {
    Map<String, String> site = patience();
    site.putAll(way);
    return site;
  }

  /**
   * For a program that talks to the three clouds through the Safe Client.
   *
   * @param ways to each of them, by party
   */
  public static Map<String, String> safe(List<Map<String, String>> ways) {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(ClientKeys.CONNECTION_IMPL, "io.dartagnan.client.SafeConnection");
    site.put(ClientKeys.REGISTRY_IMPL, "io.dartagnan.client.SafeRegistry");
    site.put(ClientKeys.ASYNC_CONNECTION_IMPL, "io.dartagnan.client.SafeAsyncConnection");
    boolean encrypted =
        ways.stream().allMatch(way -> way.containsKey(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED));
    // Where it was switched off: all of it stays on this machine.
    site.put(ClientKeys.UNENCRYPTED, encrypted ? "refuse" : "allow");
    site.putAll(patience());
    for (int party = 0; party < ways.size(); party++) {
      String prefix = Role.ofParty(party).settingPrefix();
      ways.get(party).forEach((key, value) -> site.put(prefix + key, value));
    }
    return site;
  }

  /**
   * HBase waits many minutes for a cluster that is down; here it is an error within half of one.
   */
  public static Map<String, String> patience() {
    Map<String, String> site = new LinkedHashMap<>();
    site.put(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "3");
    site.put(HConstants.HBASE_CLIENT_PAUSE, "100");
    site.put(HConstants.HBASE_RPC_TIMEOUT_KEY, RPC_MILLIS);
    site.put(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, "15000");
    site.put(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, "10000");
    site.put(ReadOnlyZKClient.RECOVERY_RETRY, "0");
    site.put(HConstants.ZK_SESSION_TIMEOUT, "20000");
    return site;
  }
}

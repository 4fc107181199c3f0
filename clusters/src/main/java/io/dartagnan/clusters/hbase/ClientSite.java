package io.dartagnan.clusters.hbase;

import io.dartagnan.provisioning.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.crypto.tls.X509Util;

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
    return new Site().shortTimeouts().setAll(way).settings();
  }

  /**
   * For a program that talks to the clouds through the Safe Client.
   *
   * @param ways to each of them, by party; one if there is one cloud alone
   */
  public static Map<String, String> safe(List<Map<String, String>> ways) {
    boolean encrypted =
        ways.stream().allMatch(way -> way.containsKey(X509Util.HBASE_CLIENT_NETTY_TLS_ENABLED));
    // Where it was switched off: all of it stays on this machine.
    Site site = new Site().safeClient(encrypted ? "refuse" : "allow").shortTimeouts();
    if (ways.size() == 1) {
      site.oneCloud();
    }
    for (int party = 0; party < ways.size(); party++) {
      String prefix = Site.prefixOf(party);
      ways.get(party).forEach((key, value) -> site.set(prefix + key, value));
    }
    return site.settings();
  }
}
